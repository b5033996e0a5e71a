import {
  definePolicy,
  mergePolicySpecs,
  PolicyError,
  type PolicyFields,
  type PolicySpec,
  type SiteSpec,
} from '@canonist/core'
import type { LearnedRule } from '@canonist/core/learn'
import { isBelow } from './fields-for.ts'
import { isEverywhere, ruleByHost, type RuleAtHost } from './rule-sections.ts'

/** The policy with one more rule; null where the two do not go together. */
export function addRule(policy: PolicySpec, rule: LearnedRule): PolicySpec | null {
  const sites: Record<string, SiteSpec> = { ...policy.sites }
  for (const part of ruleByHost(rule)) sites[part.host] = addToSection(sites[part.host] ?? {}, part)
  const added = { ...policy, sites }
  try {
    definePolicy(added)
    return added
  } catch (error) {
    if (error instanceof PolicyError) return null
    throw error
  }
}

function addToSection({ paths, ...section }: SiteSpec, part: RuleAtHost): SiteSpec {
  if (isEverywhere(part.scope, part.except)) {
    return { ...merged(section, part.fields), ...(paths && { paths }) }
  }
  return { ...section, paths: addToPaths(paths ?? {}, part) }
}

/** Path sections do not rest on one another: where a new one begins, it says all that the one around it says. */
function addToPaths(
  paths: Readonly<Record<string, PolicyFields>>,
  { fields, scope, except }: RuleAtHost,
): Record<string, PolicyFields> {
  const prefixes = new Set([...Object.keys(paths), ...scope, ...except])
  const holds = (prefix: string): boolean =>
    scope.some((each) => isBelow(prefix, each)) && !except.some((each) => isBelow(prefix, each))
  return Object.fromEntries(
    [...prefixes].toSorted().map((prefix): [string, PolicyFields] => {
      const before = paths[around(prefix, Object.keys(paths))] ?? {}
      return [prefix, holds(prefix) ? merged(before, fields) : before]
    }),
  )
}

/** The longest of the prefixes that covers one; '' where there is none. */
function around(prefix: string, prefixes: readonly string[]): string {
  const covering = prefixes.filter((each) => isBelow(prefix, each))
  return covering.toSorted((a, b) => b.length - a.length)[0] ?? ''
}

function merged(under: PolicyFields, own: PolicyFields): PolicyFields {
  const { name, extends: base, ...fields } = mergePolicySpecs({ name: '', ...under }, { name: '', ...own })
  return fields
}
