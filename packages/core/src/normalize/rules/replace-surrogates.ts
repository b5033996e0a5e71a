import { toWellFormed } from '../../url/well-formed.ts'
import type { TextRepair } from '../rule.ts'

/** https://infra.spec.whatwg.org/#javascript-string-convert: before anything else, or a removed tab could join two halves. */
export const replaceSurrogates: TextRepair = {
  id: 'replace-surrogates',
  tier: 'safe',
  repair: toWellFormed,
}
