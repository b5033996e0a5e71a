import type { TextRepair } from '../rule.ts'

/** https://infra.spec.whatwg.org/#javascript-string-convert: before anything else, or a removed tab could join two halves. */
export const replaceSurrogates: TextRepair = {
  id: 'replace-surrogates',
  tier: 'safe',
  repair: (text) => (/[\ud800-\udfff]/.test(text) ? text.replace(/[\ud800-\udfff]/gu, '\ufffd') : text),
}
