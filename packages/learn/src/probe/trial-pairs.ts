import { createNormalizer, definePolicy, type PolicySpec } from '@canonist/core'
import type { LearnedRule } from '../log/types.ts'
import { createSections } from '../rules/rule-sections.ts'

export type UrlPair = readonly [string, string]

/** How many counter-examples of the log are fetched again. */
const MAX_DOUBTS = 5

/**
 * Lists URLs with the result of the rule alone, each result once, without pairs that the policy already merges. The counter-examples
 * of the log come first: noise agrees now, and a real difference shows at once.
 */
export function listTrialPairs(rule: LearnedRule, urls: readonly string[], policy: PolicySpec): UrlPair[] {
  const alone = createNormalizer(definePolicy(createRulePolicy(rule, policy)))
  const isOne = createMergeTest(policy)
  const doubts = rule.counterExamples.map(({ urls }) => urls).filter((pair) => !isOne(pair))
  const pairs = new Map(doubts.slice(0, MAX_DOUBTS).map((urls): [string, UrlPair] => [alone(urls[0]) ?? '', urls]))
  for (const pair of listChangedPairs(rule, urls, policy)) {
    if (!pairs.has(pair[1]) && !isOne(pair)) pairs.set(pair[1], pair)
  }
  return [...pairs.values()]
}

/** Every URL that a rule alone changes, with the result. */
export function* listChangedPairs(rule: LearnedRule, urls: readonly string[], policy: PolicySpec): Generator<UrlPair> {
  const alone = createNormalizer(definePolicy(createRulePolicy(rule, policy)))
  const plain = createNormalizer(definePolicy(dropSections(policy)))
  for (const url of urls) {
    const result = alone(url)
    if (result !== null && result !== plain(url)) yield [url, result]
  }
}

/** Creates a test whether a policy merges two URLs. */
export function createMergeTest(policy: PolicySpec): (pair: UrlPair) => boolean {
  const normalize = createNormalizer(definePolicy(policy))
  return ([one, other]) => normalize(one) === normalize(other)
}

/** A policy with one rule only, on top of the extended policy. */
export const createRulePolicy = (rule: LearnedRule, policy: PolicySpec): PolicySpec => ({
  ...dropSections(policy),
  sites: createSections(rule),
})

const dropSections = ({ name, extends: base }: PolicySpec): PolicySpec => ({
  name,
  ...(base !== undefined && { extends: base }),
})
