import {
  definePolicy,
  mergePolicySpecs,
  PolicyError,
  type PolicyFields,
  type PolicySpec,
  type SiteSpec,
} from '@canonist/core'
import type { LearnedRule } from '../log/types.ts'
import { isBelow } from './list-fields.ts'
import { isEverywhere, splitByHost, type RuleAtHost } from './rule-sections.ts'

/** Adds a rule to a policy; null if the two are incompatible. */
export function addRule(policy: PolicySpec, rule: LearnedRule): PolicySpec | null {
  const sites: Record<string, SiteSpec> = { ...policy.sites }
  for (const part of splitByHost(rule)) sites[part.host] = addToSection(sites[part.host] ?? {}, part)
  const added = { ...policy, sites }
  return isDefinable(added) ? added : null
}

/**
 * Adds all rules that are compatible with a policy. Rules of a site are tried with the sections of that site alone: compiling the
 * whole policy for each of them would take quadratic time.
 */
export function addRules(policy: PolicySpec, rules: readonly LearnedRule[]): PolicySpec {
  const sites = new Map(Object.entries(policy.sites ?? {}))
  for (const own of Map.groupBy(rules, ({ site }) => site).values()) {
    const hosts = new Set(own.flatMap(splitByHost).flatMap(({ host }) => listDomains(host)))
    const before: PolicySpec = {
      ...policy,
      sites: Object.fromEntries([...hosts].flatMap((host) => listEntry(sites, host))),
    }
    const after = own.reduce((spec, rule) => addRule(spec, rule) ?? spec, before)
    for (const [host, section] of Object.entries(after.sites ?? {})) sites.set(host, section)
  }
  const joined = { ...policy, sites: Object.fromEntries([...sites].toSorted(([a], [b]) => (a < b ? -1 : 1))) }
  return rules.length === 0 ? policy : joined
}

/** A host and the domains above it: their sections apply to a host without its own. */
function listDomains(host: string): string[] {
  const labels = host.split('.')
  return labels.map((_, at) => labels.slice(at).join('.'))
}

const listEntry = (sites: ReadonlyMap<string, SiteSpec>, host: string): [string, SiteSpec][] => {
  const section = sites.get(host)
  return section === undefined ? [] : [[host, section]]
}

function isDefinable(policy: PolicySpec): boolean {
  try {
    definePolicy(policy)
    return true
  } catch (error) {
    if (error instanceof PolicyError) return false
    throw error
  }
}

function addToSection({ paths, ...section }: SiteSpec, part: RuleAtHost): SiteSpec {
  if (isEverywhere(part.scope, part.except)) {
    return { ...mergeFields(section, part.fields), ...(paths && { paths }) }
  }
  return { ...section, paths: addToPaths(paths ?? {}, part) }
}

/** Path sections do not inherit from each other, so a new one copies the fields of the one around it. */
function addToPaths(
  paths: Readonly<Record<string, PolicyFields>>,
  { fields, scope, except }: RuleAtHost,
): Record<string, PolicyFields> {
  const prefixes = new Set([...Object.keys(paths), ...scope, ...except])
  const holds = (prefix: string): boolean =>
    scope.some((each) => isBelow(prefix, each)) && !except.some((each) => isBelow(prefix, each))
  return Object.fromEntries(
    [...prefixes].toSorted().map((prefix): [string, PolicyFields] => {
      const before = paths[findCovering(prefix, Object.keys(paths))] ?? {}
      return [prefix, holds(prefix) ? mergeFields(before, fields) : before]
    }),
  )
}

/** The longest prefix that covers this one; '' if there is none. */
function findCovering(prefix: string, prefixes: readonly string[]): string {
  const covering = prefixes.filter((each) => isBelow(prefix, each))
  return covering.toSorted((a, b) => b.length - a.length)[0] ?? ''
}

function mergeFields(under: PolicyFields, own: PolicyFields): PolicyFields {
  const { name, extends: base, ...fields } = mergePolicySpecs({ name: '', ...under }, { name: '', ...own })
  return fields
}
