import { percentDecode } from '../../url/percent.ts'
import { foldName } from '../../url/query-pairs.ts'
import { filterPairs, nameOf, valueOf, type JudgedPair } from '../pair-list.ts'
import type { PolicyRule } from '../rule.ts'
import { PAIR } from '../signs.ts'

export const removeDefaultParams: PolicyRule = {
  id: 'remove-default-params',
  tier: 'lossy',
  concerns: PAIR,
  wakes: 0,
  sparesSigned: true,
  isOn: ({ query }) => Object.keys(query.defaults).length > 0,
  apply(url, { settings, judge }) {
    filterPairs(url, judge, (pair, text) => !isDefault(pair, text, settings.query.defaults))
  },
}

function isDefault(pair: JudgedPair, text: string, defaults: Readonly<Record<string, string>>): boolean {
  const name = foldName(nameOf(text, pair))
  return pair.start < pair.end && Object.hasOwn(defaults, name) && defaults[name] === percentDecode(valueOf(text, pair))
}
