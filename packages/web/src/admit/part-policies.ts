import { definePolicy, policies, PolicyError, type Policy, type PolicyFields, type QuerySpec } from '@canonist/core'
import { mapSections } from './sections.ts'

/** The first seven steps, each by what it is about. The last is the whole policy: what no part has done is done there. */
export type PartName = 'parse' | 'scheme' | 'host' | 'session' | 'tracking' | 'fragment' | 'slash'

interface Part {
  readonly fields: readonly Exclude<keyof PolicyFields, 'query'>[]
  readonly query: readonly (keyof QuerySpec)[]
}

/** Fields on spelling and on guarding URLs from changes: active in every step. */
const ALWAYS: Part = {
  fields: ['dotSegments', 'strayPercent', 'escapeCase', 'unreserved', 'rootSlash'],
  query: ['keep', 'signed', 'unsafe', 'except'],
}

const PARTS: Readonly<Record<Exclude<PartName, 'slash'>, Part>> = {
  parse: { fields: [], query: [] },
  scheme: { fields: ['scheme'], query: [] },
  host: { fields: ['hostDot', 'www', 'ipToHost'], query: [] },
  session: { fields: ['session'], query: [] },
  tracking: { fields: [], query: ['tracking', 'strip', 'keepOnly', 'defaults', 'empty', 'emptyValues', 'sort'] },
  fragment: { fields: ['fragment'], query: [] },
}

/** A policy for each of the steps 1 to 7, so that each can be traced. */
export function createPartPolicies(policy: Policy): Readonly<Record<PartName, Policy>> {
  const part = (name: keyof typeof PARTS): Policy => createPartPolicy(policy, PARTS[name])
  return {
    parse: part('parse'),
    scheme: part('scheme'),
    host: part('host'),
    session: part('session'),
    tracking: part('tracking'),
    fragment: part('fragment'),
    slash: policy,
  }
}

/** Parameters that may be removed without a request: they affect who learns about the visit, not which page is shown. */
export interface Removals {
  readonly tracking: boolean
  readonly session: boolean
}

/** The policy cut down to the spelling of URLs and these removals. */
export function createSpellingPolicy(policy: Policy, { tracking, session }: Removals): Policy {
  const part: Part = { fields: session ? ['port', 'session'] : ['port'], query: tracking ? ['tracking', 'strip'] : [] }
  return createPartPolicy(policy, part, policies.rfc3986)
}

/** @param instead used if the part alone would change URLs without end, as rules that are stable only together do */
function createPartPolicy(policy: Policy, part: Part, instead = policy): Policy {
  try {
    // A part edits less than the whole, so it must be told to guard what the whole does.
    const signed = policy.spec.query?.signed ?? 'guard'
    const spec = mapSections(policy.spec, (fields) => pickPart(fields, part))
    return definePolicy({ ...spec, query: { ...spec.query, signed } })
  } catch (error) {
    if (error instanceof PolicyError) return instead
    throw error
  }
}

function pickPart({ query = {}, ...fields }: PolicyFields, part: Part): PolicyFields {
  return {
    ...pick(fields, [...ALWAYS.fields, ...part.fields]),
    query: pick(query, [...ALWAYS.query, ...part.query]),
  }
}

function pick<T extends object>(record: T, keys: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => keys.includes(key as keyof T))) as Partial<T>
}
