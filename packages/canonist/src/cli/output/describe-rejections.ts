import type { InputReport } from '../../io/input-report.ts'
import { plural } from '../../text/plural.ts'
import { excerpt } from '../../text/printable.ts'

/** How many lines were rejected, with the first one as an example. */
export function describeRejections({ rejected, first }: InputReport): string | null {
  if (first === null) return null
  const example = `${first.source}:${first.line}: ${excerpt(first.message)} (${first.code})`
  return `canonist: ${plural(rejected, 'invalid line')}. First: ${example}`
}
