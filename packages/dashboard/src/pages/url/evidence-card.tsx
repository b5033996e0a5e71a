import { Link } from '@tanstack/react-router'
import type { Alias, FoundPage } from 'canonist/client'
import { Card } from '../../ui/card.tsx'
import { plural } from '../../ui/format.ts'
import { Failure, Loading, Message } from '../../ui/states.tsx'
import { usePage } from './use-page.ts'

const WORDS: Readonly<Record<Alias['evidence'], string>> = {
  rule: 'rule',
  redirect: 'redirect',
  content: 'same content',
  signature: 'same items',
  database: 'known before',
  admission: 'admission',
  person: 'decided by a person',
}
const COLOURS: Readonly<Partial<Record<Alias['evidence'], string>>> = {
  content: 'var(--note)',
  signature: 'var(--note)',
  person: 'var(--usual)',
}
/** A drawing with more lines cannot be read; the table below has them all. */
const MAX_DRAWN = 8
const ROW = 46
const [WIDTH, FROM, TO] = [430, 178, 318]

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
      {state.is === 'known' && <Graph page={state.page} />}
    </Card>
  )
}

function Graph({ page }: { readonly page: FoundPage }) {
  const drawn = page.aliases.slice(0, MAX_DRAWN)
  const height = Math.max(drawn.length, 2) * ROW + 16
  const middle = height / 2
  return (
    <div className="evidence">
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={`${plural(page.aliases.length, 'URL')} lead to this page`}
      >
        {drawn.map(({ rawUrl, evidence }, index) => {
          const y = 8 + ROW * (index + 0.5) + (height - 16 - drawn.length * ROW) / 2
          return (
            <g key={rawUrl}>
              <path
                className={evidence === 'rule' ? 'edge' : 'edge proved'}
                d={`M${FROM} ${y}C${FROM + 70} ${y} ${TO - 70} ${middle} ${TO - 10} ${middle}`}
              />
              <circle cx={FROM} cy={y} r="5" fill={COLOURS[evidence] ?? 'var(--ink-3)'} />
              <text x={FROM - 12} y={y + 4} textAnchor="end">
                {shorten(rawUrl, page.canonicalUrl)}
              </text>
              <text className="why" x={FROM + 14} y={y - 6}>
                {WORDS[evidence]}
              </text>
            </g>
          )
        })}
        <circle cx={TO} cy={middle} r="9" fill="var(--accent)" />
        <text className="why" x={TO + 16} y={middle + 4}>
          this page
        </text>
      </svg>
      <details>
        <summary className="s muted">{plural(page.aliases.length, 'URL')} as a table</summary>
        <table className="s">
          <thead>
            <tr>
              <th>URL</th>
              <th>evidence</th>
              <th className="num">seen</th>
            </tr>
          </thead>
          <tbody>
            {page.aliases.map(({ rawUrl, evidence, count }) => (
              <tr key={rawUrl}>
                <td className="url">
                  <Link to="/url" search={{ u: rawUrl }}>
                    {rawUrl}
                  </Link>
                </td>
                <td>{WORDS[evidence]}</td>
                <td className="num">{count}×</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}

const MAX_LABEL = 24

/** Without what it shares with the page, so that the difference fits. */
function shorten(url: string, canonical: string): string {
  let shared = 0
  while (shared < url.length && url[shared] === canonical[shared]) shared += 1
  const start = Math.max(url.lastIndexOf('/', shared), 0)
  const text = start === 0 ? url : `…${url.slice(start)}`
  return text.length <= MAX_LABEL ? text : `${text.slice(0, MAX_LABEL - 9)}…${text.slice(-8)}`
}
