import type { TextRepair } from '../rule.ts'

/** https://url.spec.whatwg.org/#ascii-tab-or-newline */
export const removeLineBreaks: TextRepair = {
  id: 'remove-line-breaks',
  tier: 'safe',
  summary: 'Tabs and line breaks inside the URL are removed, as browsers do.',
  repair: (text) => (/[\t\n\r]/.test(text) ? text.replace(/[\t\n\r]+/g, '') : text),
}
