import assert from 'node:assert/strict'
import fc from 'fast-check'
import { PolicyError, createNormalizer, definePolicy, explain, type Policy, type PolicySpec } from '../../src/index.ts'
import { randomPolicy } from '../support/random-policy.ts'
import { chance, createRandom, mutate, ordinaryUrl, randomUrl, type Random } from '../support/random-url.ts'
import { show } from '../support/show.ts'

export function nextUrl(random: Random): string {
  const url = chance(3, random) ? ordinaryUrl(random) : randomUrl(random)
  return chance(10, random) ? mutate(url, random) : url
}

/** Normalizing again changes nothing, and whoever watches sees the same. */
export function assertRests(policy: Policy, url: string): void {
  const normalize = createNormalizer(policy)
  const once = normalize(url)
  const explanation = explain(url, policy)
  assert.equal(explanation.ok ? explanation.url : null, once, `explain tells another tale of ${show(url)}`)
  if (once !== null) assert.equal(normalize(once), once, `${show(url)} is ${once}, which is not at rest`)
}

/** How many of the random policies were accepted. */
export interface Tally {
  readonly policies: number
  readonly accepted: number
}

/** Random policies, each over random URLs; what `definePolicy` refuses is counted. */
export function checkRandomPolicies(policies: number, urlsEach: number, seed: number): Tally {
  let seen = 0
  let accepted = 0
  fc.assert(
    fc.property(randomPolicy, fc.nat(2 ** 31 - 1), (spec, urlSeed) => {
      seen += 1
      const policy = tryDefine(spec)
      if (policy === null) return
      accepted += 1
      const random = createRandom(urlSeed)
      for (let left = urlsEach; left > 0; left--) assertRests(policy, nextUrl(random))
    }),
    { numRuns: policies, seed, endOnFailure: false },
  )
  return { policies: seen, accepted }
}

/** Null where `definePolicy` refuses the policy, which is its other way of keeping the promise. */
export function tryDefine(spec: PolicySpec): Policy | null {
  try {
    return definePolicy(spec)
  } catch (error) {
    if (error instanceof PolicyError) return null
    throw error
  }
}
