import { hashUrl, type Policy } from '@canonist/core'

/** Raised whenever admission decides otherwise than before on the same policy and facts. */
const ADMISSION_VERSION = 2

const DIGITS = 16

/**
 * What a record was made by: the version that the file gives itself, and a hash over everything in it that admission
 * reads and over the version of the rules.
 *
 * @example '2026-02-18+9f2c41d07be6a358'
 */
export function computePolicyVersion({ spec, fingerprint }: Policy): string {
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
