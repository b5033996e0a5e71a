import { settingsAt, type KnownPolicy } from '@canonist/core'
import { foldedName, nameOf, pairsOf } from './pairs.ts'

/** Parameters of a normalized URL that stayed although the policy knows nothing of them. */
export function unknownParams(url: string, policy: KnownPolicy): string[] {
  const { knowsParam, languages, pagination } = settingsAt(policy, url)
  const known = new Set([...languages.params, ...pagination.params].map((name) => name.toLowerCase()))
  const names = pairsOf(url)
    .filter((pair) => pair !== '' && !known.has(foldedName(pair)))
    .map(nameOf)
  return [...new Set(names)].filter((name) => !knowsParam(name))
}
