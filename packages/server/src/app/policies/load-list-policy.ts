import { definePolicy } from '@canonist/core'
import { loadPolicy, type LoadedPolicy } from './load-policy.ts'

/** A policy for one list, with another scheme for URLs without one. */
export async function loadListPolicy(
  ref: string,
  defaultScheme: 'https' | 'http' | undefined,
): Promise<Pick<LoadedPolicy, 'policy' | 'source'>> {
  const loaded = await loadPolicy(ref)
  if (defaultScheme === undefined) return loaded
  const spec = { ...loaded.policy.spec, defaultScheme }
  return { policy: definePolicy(spec), source: spec }
}
