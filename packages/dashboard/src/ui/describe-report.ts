import type { DiffPoliciesOutput } from '@canonist/client'
import { formatCount, plural } from './format.ts'

export type Report = Pick<DiffPoliciesOutput, 'pages' | 'changed' | 'merges' | 'splits'>

/** Only what would happen: a report of zeros is harder to read than "nothing". */
export function describeReport({ pages, changed, merges, splits }: Report): string {
  if (changed === 0) return 'No registered page would change.'
  const keys = `${formatCount(changed)} of ${plural(pages, 'page')} would get another key.`
  const merge =
    merges.count > 0 ? ` ${plural(merges.pages, 'page')} would merge into ${formatCount(merges.count)}.` : ''
  const split = splits.count > 0 ? ` ${plural(splits.count, 'page')} would split into ${formatCount(splits.into)}.` : ''
  return merge + split === '' ? `${keys} None would merge or split.` : `${keys}${merge}${split}`
}
