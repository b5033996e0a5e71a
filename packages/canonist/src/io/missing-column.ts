import { suggestWords } from '../text/nearest.ts'
import { quoteEmpty } from '../text/quote-empty.ts'
import { IoError } from './errors.ts'

const MAX_SHOWN = 30

const CONVERT_RETURNS = "Its lines end with CR alone: convert it, for example with tr '\\r' '\\n'."

/** The table `name` lacks the column that was named. */
export function createMissingColumnError(name: string, column: string, columns: readonly string[]): IoError {
  const more = columns.length > MAX_SHOWN ? ` and ${columns.length - MAX_SHOWN} more` : ''
  // A name never holds a line end: with CR line ends the whole file is one header.
  const hasReturns = columns.some((each) => each.includes('\r'))
  const [near] = hasReturns ? [] : suggestWords(column, columns, 1)
  return new IoError('io/no-column', {
    thing: name,
    says: `It has no column ${quoteEmpty(column)}. Its columns are ${columns.slice(0, MAX_SHOWN).join(', ')}${more}.`,
    fix: hasReturns ? CONVERT_RETURNS : near === undefined ? undefined : `Did you mean ${quoteEmpty(near)}?`,
  })
}
