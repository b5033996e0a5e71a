import type { InputReport } from '../../io/input-report.ts'
import type { ListInputFormat } from '../../io/line-formats.ts'
import { plural } from '../../text/plural.ts'
import { excerpt } from '../../text/printable.ts'
import { readExtension } from '../flags/table.ts'

/**
 * How many lines were rejected, with the first one as an example.
 *
 * @param inputFormat if it is `text`, a file that is named like a table gives a hint
 */
export function describeRejections({ rejected, first }: InputReport, inputFormat?: ListInputFormat): string | null {
  if (first === null) return null
  const example = `${first.source}:${first.line}: ${excerpt(first.message)} (${first.code})`
  const isLikelyTable = inputFormat === 'text' && readExtension(first.source) !== null
  const hint = isLikelyTable ? ' This looks like a table. Pass --column NAME.' : ''
  return `canonist: ${plural(rejected, 'invalid line')}. First: ${example}${hint}`
}
