import { Link } from '@tanstack/react-router'
import { Chip } from './chip.tsx'
import './examples.css'
import { readExample, withoutParam, type PairResult } from './read-example.ts'
import { UrlDiff } from './url-diff.tsx'

interface ExamplesProps {
  readonly texts: readonly string[]
  /** The parameter that the question is about: it is marked in each URL. */
  readonly param?: string | undefined
}

const CHIPS: Readonly<Record<PairResult, readonly ['safe' | 'lossy' | 'neutral', string]>> = {
  same: ['safe', 'same content'],
  differs: ['lossy', 'differs'],
  expected: ['neutral', 'would merge'],
}

/** URLs that show what a question is about; pairs with whether their contents were the same. Counter-examples come first. */
export function Examples({ texts, param }: ExamplesProps) {
  const examples = texts.map(readExample)
  const isCounter = (example: (typeof examples)[number]): boolean =>
    example.kind === 'pair' && example.result === 'differs'
  return (
    <ul className="pairs">
      {examples
        .toSorted((a, b) => Number(isCounter(b)) - Number(isCounter(a)))
        .map((example) =>
          example.kind === 'url' ? (
            <li key={example.url}>
              <Link to="/url" search={{ u: example.url }} className="quiet">
                <UrlDiff
                  before={example.url}
                  after={param === undefined ? example.url : withoutParam(example.url, param)}
                  isQuestion
                />
              </Link>
            </li>
          ) : (
            <li key={`${example.before} ${example.after}`}>
              <Link to="/url" search={{ u: example.before, with: example.after }} className="quiet">
                <UrlDiff before={example.before} after={example.after} />
              </Link>
              <Chip tone={CHIPS[example.result][0]}>{CHIPS[example.result][1]}</Chip>
            </li>
          ),
        )}
    </ul>
  )
}
