import { BUILT_IN_DESCRIPTIONS } from './built-in-texts.ts'
import { BUILT_IN_SPECS } from './built-in.ts'
import { overlay } from './overlay.ts'
import { PolicyError, childPath } from './policy-error.ts'
import { SPANISH_SOURCES } from './spanish-sources.ts'
import type { PolicySpec } from './spec.ts'
import type { PolicyName } from './terms.ts'

/**
 * Lays one policy over another: the upper policy's fields win, lists and maps add up, `null` empties them.
 * The result extends `rfc3986`; its name, version and examples are the upper policy's own.
 *
 * @example
 * mergePolicySpecs({ name: 'a', www: 'strip', query: { strip: ['x'] } }, { name: 'b', query: { strip: ['y'] } })
 * // { name: 'b', extends: 'rfc3986', www: 'strip', query: { strip: ['x', 'y'] } }
 */
export function mergePolicySpecs(base: PolicySpec, own: PolicySpec): PolicySpec {
  const below = dropOpenAllowlist(dropHeader(flattenSpec(base)), own)
  const merged = overlay(own, below, refuseRefill) as PolicySpec
  return { ...merged, extends: 'rfc3986' }
}

/** A list of hosts is a limit, which adding it to `*` would remove. */
function dropOpenAllowlist(base: PolicySpec, own: PolicySpec): PolicySpec {
  const { hosts } = base
  if (!Array.isArray(hosts?.allow) || !Array.isArray(own.hosts?.allow) || own.hosts.allow.length === 0) return base
  return { ...base, hosts: { ...hosts, allow: hosts.allow.filter((host) => host !== '*') } }
}

/**
 * "Emptied, then these" has no spelling in a section, so that case is refused there instead of being half right; at the
 * top there is nothing further down.
 */
function refuseRefill(own: unknown, keys: readonly string[]): void {
  if (keys[0] !== 'sites' || typeof own !== 'object' || own === null || Object.keys(own).length === 0) return
  const reason =
    'adds to a list or map that the extended policy empties here; write null here too, or repeat the whole section'
  throw new PolicyError(keys.reduce(childPath, ''), reason)
}

/** The policy with everything it extends written out. */
export function flattenSpec(spec: PolicySpec): PolicySpec {
  const name = spec.extends ?? 'rfc3986'
  if (name === 'rfc3986') return { ...spec, extends: 'rfc3986' }
  if (!Object.hasOwn(BUILT_IN_SPECS, name)) {
    const known = Object.keys(BUILT_IN_SPECS).join(', ')
    const problem = name.startsWith('.')
      ? 'is a file, which only the command resolves; the library can extend only built-in policies'
      : 'is not a built-in policy'
    throw new PolicyError('extends', `"${name}" ${problem}: ${known}`)
  }
  return mergePolicySpecs(getBuiltInSpec(name as PolicyName), spec)
}

/** A built-in policy whole: what the normalizer reads, and what only admission does. */
export function getBuiltInSpec(name: PolicyName): PolicySpec {
  return { name, description: BUILT_IN_DESCRIPTIONS[name], ...BUILT_IN_SPECS[name], ...ADMISSION_FIELDS[name] }
}

/** Fields that only admission reads. */
const ADMISSION_FIELDS: Readonly<Partial<Record<PolicyName, Partial<PolicySpec>>>> = {
  links: { hosts: { allow: ['*'] } },
  sources: SPANISH_SOURCES,
}

/** Drops what a file says about itself, not about URLs: it is never inherited. */
function dropHeader({ $schema, version, description, examples, ...rest }: PolicySpec): PolicySpec {
  return rest
}
