import { formatCsv } from '../../ui/format-csv.ts'
import type { PolicyEffect } from './group-urls.ts'

const HEAD = ['change', 'page', 'url', 'rules']

/** Every URL that a policy merges or splits, as CSV: one line for each, with the rules that did it. */
export function formatEffect({ splits, merges }: PolicyEffect): string {
  const rows = [...splits, ...merges].flatMap(({ change, url, members, causes }) => {
    const rules = [...new Set(causes.map(({ rule }) => rule))].join(' ')
    return members.map((member) => [change, url, member, rules])
  })
  return formatCsv([HEAD, ...rows])
}
