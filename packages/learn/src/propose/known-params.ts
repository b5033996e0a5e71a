import { compilePatterns, findPatternFault } from '@canonist/core/internal/policy/pattern'
import type { PolicyFields, PolicySpec } from '@canonist/core/internal/policy/spec'
import type { Pattern } from '@canonist/core/internal/policy/terms'
import { foldName } from '@canonist/core/internal/url/query-pairs'
import type { Candidate } from './candidate.ts'
import type { Edit } from './edit.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MIN_OWNERS } = THRESHOLDS.knownParams

/**
 * Lists the parameters that a policy removes on all sites, or on sites of at least two owners. Pass them to `learnRules` as
 * `knownParams`, so that small sites profit from what large ones have proved.
 *
 * @example listKnownParams({ name: 'a', query: { strip: ['ref'] } }) // ['ref']
 */
export function listKnownParams(policy: PolicySpec, registrableDomain: (host: string) => string = String): Pattern[] {
  const owners = new Map<Pattern, Set<string>>()
  for (const [host, { paths = {}, ...section }] of Object.entries(policy.sites ?? {})) {
    for (const pattern of [section, ...Object.values(paths)].flatMap(listStripped)) {
      owners.set(pattern, (owners.get(pattern) ?? new Set()).add(registrableDomain(host.replace(/\*$/, 'com'))))
    }
  }
  const common = [...owners].filter(([, { size }]) => size >= MIN_OWNERS).map(([pattern]) => pattern)
  return [...new Set([...listStripped(policy), ...common])].toSorted()
}

const listStripped = ({ query }: Pick<PolicyFields, 'query'>): readonly Pattern[] => query?.strip ?? []

/** Creates a function that raises the prior of candidates which remove a known parameter to that of known tracking names. */
export function createPriorRaiser(patterns: readonly Pattern[]): (candidate: Candidate) => Candidate {
  for (const pattern of patterns) {
    const fault = findPatternFault(pattern)
    if (fault !== null) throw new TypeError(`knownParams: ${JSON.stringify(pattern)} ${fault}`)
  }
  if (patterns.length === 0) return (candidate) => candidate
  const known = compilePatterns(patterns)
  const isKnown = ({ name, value }: Edit): boolean =>
    name !== undefined && value === undefined && known.has(foldName(name))
  const raise = (edit: Edit): Edit =>
    isKnown(edit) ? { ...edit, prior: Math.max(edit.prior, THRESHOLDS.prior.knownName) } : edit
  return (candidate) =>
    candidate.edits.some(isKnown) ? { ...candidate, edits: candidate.edits.map(raise) } : candidate
}
