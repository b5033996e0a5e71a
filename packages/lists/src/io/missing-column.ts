import { suggestWords } from '@canonist/core/internal/text/nearest'
import { quoteEmpty } from '@canonist/core/internal/text/quote-empty'
import { findColumn } from './column.ts'
import { IoError } from './errors.ts'

const MAX_SHOWN = 30

const CONVERT_RETURNS = "Its lines end with CR alone: convert it, for example with tr '\\r' '\\n'."

/** What Excel reads as the delimiter, and hides. */
const EXCEL_HINT = /^sep=/i
const REMOVE_HINT = 'Its first line only names the delimiter for Excel: remove it, for example with tail -n +2.'

/** The place of a column in the header of the table `name`. Throws if there is none, or several have the name. */
export function requireColumn(name: string, column: string, columns: readonly string[]): number {
  const place = findColumn(columns, column)
  if (place < 0) throw createMissingColumnError(name, column, columns)
  const numbers = columns.flatMap((each, index) => (each === column ? [`#${index + 1}`] : []))
  if (numbers.length > 1) throw createRepeatedColumnError(name, column, numbers)
  return place
}

function createRepeatedColumnError(name: string, column: string, numbers: readonly string[]): IoError {
  return new IoError('io/column-twice', {
    thing: name,
    says: `It has ${numbers.length} columns ${quoteEmpty(column)}: ${numbers.join(', ')}.`,
    fix: `Name one by its number: --column '${numbers[0]}'.`,
  })
}

/**
 * The table `name` lacks the column that was named.
 *
 * @param usable the columns that may be named instead
 */
export function createMissingColumnError(
  name: string,
  column: string,
  columns: readonly string[],
  usable: readonly string[] = columns,
): IoError {
  return new IoError('io/no-column', {
    thing: name,
    says: `It has no column ${quoteEmpty(column)}. ${describeColumns(columns)}`,
    fix: findFix(column, columns, usable),
  })
}

function describeColumns(columns: readonly string[]): string {
  if (columns.length === 0) return 'It has no columns at all.'
  const more = columns.length > MAX_SHOWN ? ` and ${columns.length - MAX_SHOWN} more` : ''
  return `Its columns are ${columns.slice(0, MAX_SHOWN).map(quoteEmpty).join(', ')}${more}.`
}

function findFix(column: string, columns: readonly string[], usable: readonly string[]): string | undefined {
  const [first] = columns
  if (first === undefined) return 'Check that it is the right file.'
  if (EXCEL_HINT.test(first)) return REMOVE_HINT
  // A name never holds a line end: with CR line ends the whole file is one header.
  if (columns.some((each) => each.includes('\r'))) return CONVERT_RETURNS
  const named = usable.filter((each) => each !== '')
  const [near] = suggestWords(column, named, 1)
  return near === undefined ? undefined : `Did you mean ${near}?`
}
