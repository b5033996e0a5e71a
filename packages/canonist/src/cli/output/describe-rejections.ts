import type { InputReport } from '@canonist/lists/internal/io/input-report'
import type { ListInputFormat } from '@canonist/lists/internal/io/line-formats'
import { plural } from '@canonist/core/internal/text/plural'
import { excerpt } from '@canonist/core/internal/text/printable'
import { readExtension } from '../flags/table.ts'

/**
 * How many lines were rejected, with the first one as an example.
 *
 * @param inputFormat if it is `text`, a file that is named like a table gives a hint
 */
export function describeRejections(report: InputReport, inputFormat?: ListInputFormat): string | null {
  const { rejected, first } = report
  if (first === null) return null
  const example = `${first.source}:${first.line}: ${excerpt(first.message)} (${first.code})`
  return `canonist: ${plural(rejected, 'invalid line')}. First: ${example}${findHint(report, inputFormat)}`
}

/** Learning has no default scheme, and no format that it calls text. */
function findHint({ rejected, schemeless, first }: InputReport, inputFormat: ListInputFormat | undefined): string {
  if (inputFormat === undefined) return ''
  const isLikelyTable = inputFormat === 'text' && readExtension(first?.source ?? '') !== null
  if (isLikelyTable) return ' This looks like a table. Pass --column NAME.'
  const isMost = schemeless * 2 > rejected
  return isMost ? ' If these are hosts without https://, pass --default-scheme https.' : ''
}
