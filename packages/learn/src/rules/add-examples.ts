import { createNormalizer, definePolicy, type PolicyExample, type PolicySpec } from '@canonist/core'
import type { LearnedRule } from '../log/types.ts'

/** Adds an example for each rule, so that `policy test` fails if a later edit breaks one. */
export function addExamples(policy: PolicySpec, rules: readonly LearnedRule[]): PolicySpec {
  const normalize = createNormalizer(definePolicy(policy))
  const examples = new Map<string, PolicyExample>()
  for (const { examples: pairs } of rules) {
    const input = pairs.flatMap(({ urls }) => urls).find((url) => isChanged(url, normalize(url)) && !examples.has(url))
    const url = input === undefined ? null : normalize(input)
    if (input !== undefined && url !== null) examples.set(input, { input, url })
  }
  return examples.size === 0 ? policy : { ...policy, examples: [...examples.values()] }
}

const isChanged = (url: string, normalized: string | null): boolean => normalized !== null && normalized !== url
