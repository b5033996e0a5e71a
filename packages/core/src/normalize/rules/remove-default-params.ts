import { percentDecode } from '../../url/percent.ts'
import { foldName } from '../../url/query-pairs.ts'
import { nameOf, valueOf, type Pair } from '../pair-list.ts'
import type { QueryRule } from '../rule.ts'
import { PAIR } from '../signs.ts'

export const removeDefaultParams: QueryRule = {
  id: 'remove-default-params',
  tier: 'lossy',
  concerns: PAIR,
  isOn: ({ query }) => Object.keys(query.defaults).length > 0,
  edit(pairs, { settings }) {
    pairs.filter((pair, text) => !isDefault(pair, text, settings.query.defaults))
  },
}

function isDefault(pair: Pair, text: string, defaults: Readonly<Record<string, string>>): boolean {
  const name = foldName(nameOf(text, pair))
  return pair.start < pair.end && Object.hasOwn(defaults, name) && defaults[name] === percentDecode(valueOf(text, pair))
}
