import type { TextRepair } from '../rule.ts'

/** https://url.spec.whatwg.org/#ascii-tab-or-newline */
export const removeLineBreaks: TextRepair = {
  id: 'remove-line-breaks',
  tier: 'safe',
  repair: (text) => text.replace(/[\t\n\r]+/g, ''),
}
