import type { PolicyFields, RewriteSpec, SiteSpec } from '@canonist/core/internal/policy/spec'
import { joinFields } from '../propose/candidate.ts'
import type { Edit } from '../propose/edit.ts'
import { dropPort } from '../trial/other-ports.ts'
import type { Scope } from '../judge/scopes.ts'
import { groupBy } from '../log/site-state.ts'

/** A proved rule: its edits, where they hold, and the evidence. */
export interface ProvedRule extends Scope {
  readonly hosts: readonly string[]
  readonly edits: readonly Edit[]
  readonly evidence: object
}

type Sections = Record<string, SiteSpec>

/** Compiles the sections of a site: one for each host with rules, with path sections for rules that hold only there. */
export function compileSite(
  rules: readonly ProvedRule[],
  scopesByHost: ReadonlyMap<string, readonly string[]>,
): Sections {
  const sections: Sections = {}
  const hosts = [...scopesByHost.keys()].toSorted()
  // One section covers a host on all its ports.
  for (const [name, ports] of groupBy(hosts, dropPort)) {
    const own = ports.flatMap((host) => listRules(host, rules))
    const places = [...ports.flatMap((host) => scopesByHost.get(host) ?? []), ...own.flatMap(({ scope }) => scope)]
    const scopes = [...new Set(places.filter((place) => place !== '/'))].toSorted()
    if (own.length > 0) sections[name] = compileHost(own, scopes)
  }
  // A section also covers the hosts below its own. A host without these rules gets an empty section.
  for (const host of hosts) {
    const isBelow = Object.keys(sections).some((name) => dropPort(host).endsWith(`.${name}`))
    if (isBelow) sections[dropPort(host)] ??= {}
  }
  return Object.fromEntries(Object.entries(sections).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Lists the rules of a host, each with the edits that belong in its section. */
function listRules(host: string, rules: readonly ProvedRule[]): ProvedRule[] {
  return rules.flatMap((rule) => {
    const edits = rule.hosts.includes(host) ? rule.edits.filter(({ belongsTo }) => belongsTo?.(host) !== false) : []
    return edits.length > 0 ? [{ ...rule, edits }] : []
  })
}

/** Whether a rule holds on all of its host. */
export const isEverywhere = ({ scope, except }: ProvedRule): boolean => scope.includes('/') && except.length === 0

function compileHost(rules: readonly ProvedRule[], scopes: readonly string[]): SiteSpec {
  const everywhere = joinRuleFields(rules.filter(isEverywhere))
  const limited = rules.filter((rule) => !isEverywhere(rule))
  if (limited.length === 0) return everywhere
  if (limited.some(({ edits }) => edits.some(foldsCase))) return compileFolded(everywhere, limited, scopes)
  const paths: Record<string, PolicyFields> = {}
  // Path sections do not inherit from each other, so each has all fields that apply below it.
  for (const scope of ['', ...listNeededScopes(limited, scopes)]) {
    paths[scope === '' ? '/' : scope] = joinRuleFields(limited.filter(({ holds }) => holds(scope)))
  }
  return { ...everywhere, paths }
}

const foldsCase = ({ family }: Edit): boolean => family === 'case'

/**
 * If a part of the site ignores case, `/DOCS`, `/Docs` and `/docs` all are that part. Prefixes are compared without case only if
 * the host's own section folds case. So the host's section folds it, and the other parts turn that off.
 */
function compileFolded(everywhere: PolicyFields, limited: readonly ProvedRule[], scopes: readonly string[]): SiteSpec {
  const paths: Record<string, PolicyFields> = {}
  const ofCase = limited.filter(({ edits }) => edits.some(foldsCase)).map((rule) => rule.evidence)
  // Every section has the field, so every section has its evidence.
  const addCase = (pathCase: 'keep' | 'lower', fields: PolicyFields): PolicyFields => ({
    pathCase,
    ...fields,
    evidence: [...new Set([...(fields.evidence ?? []), ...ofCase])],
  })
  for (const [prefix, spelled] of groupBy(['', ...listNeededScopes(limited, scopes)], (scope) => scope.toLowerCase())) {
    const own = limited.filter(({ holds }) => spelled.some(holds))
    paths[prefix === '' ? '/' : prefix] = addCase('keep', joinRuleFields(own))
  }
  return { ...addCase('lower', everywhere), paths }
}

/** A part of the site needs its own section if a rule holds there but not around it, or the other way round. */
function listNeededScopes(rules: readonly ProvedRule[], scopes: readonly string[]): string[] {
  const findParent = (scope: string): string =>
    scopes.findLast((other) => other !== scope && scope.startsWith(`${other}/`)) ?? ''
  return scopes
    .filter((scope) => scope !== '' && rules.some(({ holds }) => holds(scope) !== holds(findParent(scope))))
    .toSorted()
}

/** Rewrites contain their evidence; that of other fields is beside them. */
function joinRuleFields(rules: readonly ProvedRule[]): PolicyFields {
  const fields = joinFields(rules.flatMap((rule) => rule.edits.map((edit) => addEvidence(edit, rule))))
  const beside = rules.filter(({ edits }) => edits.some((edit) => edit.fields.rewrites === undefined))
  const evidence = beside.map((rule) => rule.evidence)
  return dropStrippedKeeps({ ...fields, ...(evidence.length > 0 && { evidence }) })
}

function addEvidence({ fields }: Edit, { evidence }: ProvedRule): { fields: PolicyFields } {
  if (!fields.rewrites) return { fields }
  return { fields: { ...fields, rewrites: fields.rewrites.map((rewrite): RewriteSpec => ({ ...rewrite, evidence })) } }
}

/** Session names are kept only because of the session in the path; a name that was proved to have no meaning is removed. */
function dropStrippedKeeps(fields: PolicyFields): PolicyFields {
  const { query } = fields
  if (!query?.keep) return fields
  const { keep, ...rest } = query
  const kept = keep.filter((name) => !(query.strip ?? []).includes(name))
  return { ...fields, query: kept.length > 0 ? { ...rest, keep: kept } : rest }
}
