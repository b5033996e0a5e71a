import { percentDecode } from '../../url/percent.ts'
import { foldName } from '../../url/query-pairs.ts'
import { readName, readValue, type Pair } from '../pair-list.ts'
import type { QueryRule } from '../rule.ts'
import { DEFAULTED_PARAMETER } from '../signs.ts'

export const removeDefaultParams: QueryRule = {
  id: 'remove-default-params',
  tier: 'lossy',
  concerns: DEFAULTED_PARAMETER,
  isOn: ({ query }) => Object.keys(query.defaults).length > 0,
  edit(pairs, { settings }) {
    pairs.filter((pair, text) => !isDefault(pair, text, settings.query.defaults))
  },
}

function isDefault(pair: Pair, text: string, defaults: Readonly<Record<string, string>>): boolean {
  if ((pair.judgement & DEFAULTED_PARAMETER) === 0) return false
  return defaults[foldName(readName(text, pair))] === percentDecode(readValue(text, pair))
}
