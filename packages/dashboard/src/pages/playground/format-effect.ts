import type { PolicyEffect } from './group-urls.ts'

const HEAD = ['change', 'page', 'url', 'rules']

/** Every URL that a policy merges or splits, as CSV: one line for each, with the rules that did it. */
export function formatEffect({ splits, merges }: PolicyEffect): string {
  const lines = [HEAD]
  for (const { change, url, members, causes } of [...splits, ...merges]) {
    const rules = [...new Set(causes.map(({ rule }) => rule))].join(' ')
    for (const member of members) lines.push([change, url, member, rules])
  }
  return lines.map((cells) => `${cells.map(formatCell).join(',')}\r\n`).join('')
}

/** https://owasp.org/www-community/attacks/CSV_Injection: URLs are written by strangers, and a spreadsheet would run a formula. */
const formatCell = (text: string): string => `"${text.replace(/^(?=[=+\-@\t\r\n])/, "'").replaceAll('"', '""')}"`
