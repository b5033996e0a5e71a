import { findSettings, type KnownPolicy } from '@canonist/core'
import { readFoldedName, readName, splitPairs } from './pairs.ts'

/** Parameters of a normalized URL that stayed although the policy knows nothing of them. */
export function listUnknownParams(url: string, policy: KnownPolicy): string[] {
  const { knowsParam, languages, pagination } = findSettings(policy, url)
  const known = new Set([...languages.params, ...pagination.params].map((name) => name.toLowerCase()))
  const names = splitPairs(url)
    .filter((pair) => pair !== '' && !known.has(readFoldedName(pair)))
    .map(readName)
  return [...new Set(names)].filter((name) => !knowsParam(name))
}
