import { createNormalizer, definePolicy, type PolicySpec } from '@canonist/core'
import type { LearnedRule } from '@canonist/core/learn'
import { createSections } from '../rule-sections.ts'

export type UrlPair = readonly [string, string]

/** Of what speaks against a rule in the log, so much is asked for. */
const MAX_DOUBTS = 5

/**
 * URLs and what a rule alone makes of them, each result once; without those that the policy makes one already. First what
 * the log has against the rule: noise agrees by now, and a page that is another is seen at once.
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

/** Every URL that a rule alone changes, and what it makes of it. */
export function* listChangedPairs(rule: LearnedRule, urls: readonly string[], policy: PolicySpec): Generator<UrlPair> {
  const alone = createNormalizer(definePolicy(createRulePolicy(rule, policy)))
  const plain = createNormalizer(definePolicy(dropSections(policy)))
  for (const url of urls) {
    const result = alone(url)
    if (result !== null && result !== plain(url)) yield [url, result]
  }
}

/** Tells whether a policy makes one of two URLs. */
export function createMergeTest(policy: PolicySpec): (pair: UrlPair) => boolean {
  const normalize = createNormalizer(definePolicy(policy))
  return ([one, other]) => normalize(one) === normalize(other)
}

/** What a rule says, and nothing else but what the policy extends. */
export const createRulePolicy = (rule: LearnedRule, policy: PolicySpec): PolicySpec => ({
  ...dropSections(policy),
  sites: createSections(rule),
})

const dropSections = ({ name, extends: base }: PolicySpec): PolicySpec => ({
  name,
  ...(base !== undefined && { extends: base }),
})
