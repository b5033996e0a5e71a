import type { Observation } from '@canonist/client'
import { plural } from '../../ui/format.ts'
import { Time } from '../../ui/time.tsx'
import { listTextChanges } from './list-text-changes.ts'

const DRIFTS: Readonly<Record<string, string>> = {
  boilerplate: 'The text changed slightly',
  dates_and_amounts: 'Dates, deadlines or amounts changed',
  rewrite: 'The text was rewritten',
  emptied: 'The text is gone',
}
const [SHOWN_CHANGES, SHOWN_FIGURES] = [10, 8]

/** When the text of the page changed, and which of its dates and amounts. */
export function TextChanges({ looks }: { readonly looks: readonly Observation[] }) {
  const changes = listTextChanges(looks)
  if (changes.length === 0) return <p className="muted s">The text has not changed between checks.</p>
  return (
    <ul className="changes s">
      {changes.slice(0, SHOWN_CHANGES).map(({ at, drift, words, removed, added }) => (
        <li key={at}>
          <span className="faint xs">
            <Time at={at} />
          </span>
          <span>
            {DRIFTS[drift ?? ''] ?? 'The text changed'}
            {words.before !== words.after && `, from ${plural(words.before, 'word')} to ${plural(words.after, 'word')}`}
            {removed.slice(0, SHOWN_FIGURES).map((figure) => (
              <del key={figure}>{figure}</del>
            ))}
            {added.slice(0, SHOWN_FIGURES).map((figure) => (
              <ins key={figure}>{figure}</ins>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
