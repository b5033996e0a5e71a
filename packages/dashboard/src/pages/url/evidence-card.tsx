import { Link } from '@tanstack/react-router'
import type { Alias, FoundPage } from '@canonist/client'
import { useState, type CSSProperties } from 'react'
import { Card } from '../../ui/card.tsx'
import { formatCount, plural } from '../../ui/format.ts'
import { Failure, Loading, Message } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { describeAlias, describePage } from './describe-alias.ts'
import { usePage } from './use-page.ts'

const WORDS: Readonly<Record<Alias['evidence'], string>> = {
  rule: 'rule',
  redirect: 'redirect',
  content: 'same content',
  signature: 'same items',
  database: 'known before',
  admission: 'admission',
  person: 'a person decided',
}
const COLOURS: Readonly<Partial<Record<Alias['evidence'], string>>> = {
  content: 'var(--note)',
  signature: 'var(--note)',
  person: 'var(--usual)',
}
/** A drawing with more lines cannot be read; the list below has them all. */
const MAX_DRAWN = 8
/** Letters beside the node of the page. */
const PAGE_ROOM = 24

/** All URLs of the page as a graph, whose edges are the evidence. */
export function EvidenceCard({ url }: { readonly url: string }) {
  const state = usePage(url)
  return (
    <Card title="Why these URLs are one page">
      {state.is === 'loading' && <Loading lines={5} />}
      {state.is === 'failed' && <Failure error={state.error} onRetry={state.retry} />}
      {state.is === 'unknown' && (
        <Message title="No page yet.">
          Add the URL, and every other spelling that leads to the same page joins it here.
        </Message>
      )}
      {state.is === 'known' && (
        <div className="evidence">
          <Graph page={state.page} />
          <AllAliases aliases={state.page.aliases} />
        </div>
      )}
    </Card>
  )
}

/** Every kind of evidence has its place in the drawing before a second one of the same kind. */
function chooseDrawn(aliases: readonly Alias[]): Alias[] {
  const ranks = new Map<Alias, number>()
  const seen = new Map<string, number>()
  for (const alias of aliases) {
    const before = seen.get(alias.evidence) ?? 0
    ranks.set(alias, before)
    seen.set(alias.evidence, before + 1)
  }
  return aliases.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0)).slice(0, MAX_DRAWN)
}

/** The drawn URLs on the left, each with its evidence and an edge to the page on the right. */
function Graph({ page }: { readonly page: FoundPage }) {
  const others = page.aliases.filter(({ rawUrl }) => rawUrl !== page.canonicalUrl)
  const drawn = chooseDrawn(others.length === 0 ? page.aliases : others)
  const left = others.length - drawn.length
  return (
    <>
      <div className="graph">
        <ul aria-label={`${plural(page.aliases.length, 'URL')} of this page`}>
          {drawn.map(({ rawUrl, evidence }) => (
            <li key={rawUrl} style={{ '--dot': COLOURS[evidence] } as CSSProperties}>
              <Link className="url quiet" to="/url" search={{ u: rawUrl }} title={rawUrl}>
                {describeAlias(rawUrl, page.canonicalUrl)}
              </Link>
              <span className="xs muted">{WORDS[evidence]}</span>
            </li>
          ))}
        </ul>
        <Edges aliases={drawn} />
        <p>
          <span className="url" title={page.canonicalUrl}>
            {describePage(page.canonicalUrl, PAGE_ROOM)}
          </span>
          <span className="xs muted">the page</span>
        </p>
      </div>
      {left > 0 && <p className="xs muted left-out">{formatCount(left)} more in the list below</p>}
    </>
  )
}

/** One curve for each row of the list beside it, whatever its height is. */
function Edges({ aliases }: { readonly aliases: readonly Alias[] }) {
  return (
    <svg viewBox={`0 0 100 ${aliases.length * 2}`} preserveAspectRatio="none" aria-hidden="true">
      {aliases.map(({ rawUrl, evidence }, index) => {
        const [from, to] = [index * 2 + 1, aliases.length]
        return (
          <path
            key={rawUrl}
            className={evidence === 'rule' ? '' : 'proved'}
            d={`M0 ${from}C55 ${from} 45 ${to} 100 ${to}`}
          />
        )
      })}
    </svg>
  )
}

/** More rows at once would take longer to lay out than a frame. */
const ROWS_AT_ONCE = 100

function AllAliases({ aliases }: { readonly aliases: readonly Alias[] }) {
  const [isOpen, setOpen] = useState(false)
  const [rows, setRows] = useState(ROWS_AT_ONCE)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="s muted">{aliases.length === 1 ? 'One URL' : `All ${plural(aliases.length, 'URL')}`}</summary>
      {isOpen && (
        <>
          <ul className="aliases">
            {aliases.slice(0, rows).map(({ rawUrl, evidence, count, lastSeen }) => (
              <li key={rawUrl}>
                <Link className="url" to="/url" search={{ u: rawUrl }}>
                  {rawUrl}
                </Link>
                <span className="xs muted">
                  {WORDS[evidence]} · seen {plural(count, 'time')}, last <Time at={lastSeen} />
                </span>
              </li>
            ))}
          </ul>
          {aliases.length > rows && (
            <button type="button" className="button" onClick={() => setRows(rows + ROWS_AT_ONCE)}>
              Show {Math.min(ROWS_AT_ONCE, aliases.length - rows)} more of {formatCount(aliases.length)}
            </button>
          )}
        </>
      )}
    </details>
  )
}
