import { createNormalizer, definePolicy, type Policy, type PolicySpec, hashUrl } from '@canonist/core'
import { createFoundPolicy } from './found-policy.ts'
import { createGate, type Gate } from './gate.ts'
import { readMappings, type Mapping } from './mappings.ts'
import { createPartPolicies, type PartName } from './part-policies.ts'

/** Raised whenever admission decides otherwise than before on the same policy and facts. */
const ADMISSION_VERSION = 2

const DIGITS = 16

/**
 * What a record was made by: the version that the file gives itself, and a hash over everything in it that admission
 * reads and over the version of the rules.
 *
 * @example '2026-02-18+9f2c41d07be6a358'
 */
function computePolicyVersion({ spec, fingerprint }: Policy): string {
  const { $schema, name, description, examples, rules, version, ...read } = spec
  const hash = hashUrl(JSON.stringify([ADMISSION_VERSION, fingerprint, sortKeys(read)])).slice(0, DIGITS)
  return version === undefined ? hash : `${version}+${hash}`
}

/** The order in which a file names its fields means nothing; the order of a list does. */
function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sortKeys)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([key, each]) => [key, sortKeys(each)])
}

/** A policy as admission reads it. */
export interface AdmissionRules {
  /** Steps 1 to 7 at once. */
  readonly policy: Policy
  /** The policy by steps. */
  readonly parts: Readonly<Record<PartName, Policy>>
  /** For URLs that the network gave: their scheme and their slash are not ours to change. */
  readonly forFound: Policy
  readonly gate: Gate
  /** Whether the policy writes https for this http URL; otherwise a redirect to it is followed as it is. */
  readonly wantsHttps: (url: string) => boolean
  readonly mappings: ReadonlyMap<string, Mapping>
  /** Hosts that others are mapped to. */
  readonly mappedHosts: ReadonlySet<string>
  readonly version: string
}

/** Checks the policy; throws a PolicyError that names the place in the file. */
export function createAdmissionRules(spec: PolicySpec): AdmissionRules {
  const policy = definePolicy(spec)
  const { hosts = {} } = policy.spec
  const [parts, mappings] = [createPartPolicies(policy), readMappings(hosts)]
  const withScheme = createNormalizer(parts.scheme)
  return {
    policy,
    parts,
    forFound: createFoundPolicy(policy),
    gate: createGate(hosts),
    wantsHttps: (url) => withScheme(url)?.startsWith('https:') === true,
    mappings,
    mappedHosts: new Set([...mappings.values()].map(({ host }) => host)),
    version: computePolicyVersion(policy),
  }
}
