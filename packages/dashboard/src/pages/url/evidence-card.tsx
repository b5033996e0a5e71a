import { Link } from '@tanstack/react-router'
import type { Alias, FoundPage } from 'canonist/client'
import { useState } from 'react'
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
const [WIDTH, FROM, TO] = [456, 196, 322]
/** Letters beside the node of the page. */
const PAGE_ROOM = 16

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
          <AliasTable aliases={state.page.aliases} />
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

function Graph({ page }: { readonly page: FoundPage }) {
  const others = page.aliases.filter(({ rawUrl }) => rawUrl !== page.canonicalUrl)
  const drawn = chooseDrawn(others.length === 0 ? page.aliases : others)
  const height = Math.max(drawn.length, 2) * ROW + 16
  const middle = height / 2
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={`${plural(page.aliases.length, 'URL')} lead to this page`}
    >
      {drawn.map(({ rawUrl, evidence }, index) => {
        const y = 8 + ROW * (index + 0.5) + (height - 16 - drawn.length * ROW) / 2
        return (
          <g key={rawUrl}>
            <title>{rawUrl}</title>
            <path
              className={evidence === 'rule' ? 'edge' : 'edge proved'}
              d={`M${FROM} ${y}C${FROM + 70} ${y} ${TO - 70} ${middle} ${TO - 10} ${middle}`}
            />
            <circle cx={FROM} cy={y} r="5" fill={COLOURS[evidence] ?? 'var(--ink-3)'} />
            <text x={FROM - 12} y={y + 4} textAnchor="end">
              {describeAlias(rawUrl, page.canonicalUrl)}
            </text>
            <text className="why" x={FROM + 34} y={y + (middle - y) * 0.14 + 4} textAnchor="middle">
              {WORDS[evidence]}
            </text>
          </g>
        )
      })}
      <circle cx={TO} cy={middle} r="9" fill="var(--accent)" />
      <text x={TO + 15} y={middle}>
        {describePage(page.canonicalUrl, PAGE_ROOM)}
      </text>
      <text className="why" x={TO + 15} y={middle + 15}>
        the page
      </text>
      {others.length > drawn.length && (
        <text className="why" x={FROM - 12} y={height - 2} textAnchor="end">
          and {formatCount(others.length - drawn.length)} more
        </text>
      )}
    </svg>
  )
}

/** More rows at once would take longer to lay out than a frame. */
const ROWS_AT_ONCE = 100

function AliasTable({ aliases }: { readonly aliases: readonly Alias[] }) {
  const [isOpen, setOpen] = useState(false)
  const [rows, setRows] = useState(ROWS_AT_ONCE)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="s muted">{plural(aliases.length, 'URL')} as a table</summary>
      {isOpen && (
        <>
          <table className="s">
            <thead>
              <tr>
                <th>URL</th>
                <th>evidence</th>
                <th className="num">seen</th>
                <th className="num">last</th>
              </tr>
            </thead>
            <tbody>
              {aliases.slice(0, rows).map(({ rawUrl, evidence, count, lastSeen }) => (
                <tr key={rawUrl}>
                  <td className="url">
                    <Link to="/url" search={{ u: rawUrl }}>
                      {rawUrl}
                    </Link>
                  </td>
                  <td>{WORDS[evidence]}</td>
                  <td className="num">{formatCount(count)}×</td>
                  <td className="num">
                    <Time at={lastSeen} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
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
