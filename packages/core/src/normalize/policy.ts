import { BUILT_IN_FINGERPRINTS } from '../policy/built-in-fingerprints.ts'
import { BUILT_IN_SPECS } from '../policy/built-in.ts'
import { copyFrozen } from '../policy/copy-frozen.ts'
import { buildFingerprintText } from '../policy/fingerprint.ts'
import { PolicyError } from '../policy/policy-error.ts'
import { getBuiltInSpec, flattenSpec } from '../policy/resolve.ts'
import type { Settings } from '../policy/settings.ts'
import type { PolicySpec } from '../policy/spec.ts'
import type { PolicyName } from '../policy/terms.ts'
import { compilePolicy, type CompiledPolicy } from './compile.ts'
import { hashUrl } from './hash-url.ts'

/** A validated, compiled policy. `definePolicy` creates one; the built-in ones are in `policies`. */
export interface Policy {
  readonly name: string
  /** Equal for policies that normalize every URL alike. Store it beside every key. */
  readonly fingerprint: string
  /** The spec with everything that it extends written out. */
  readonly spec: PolicySpec
}

export type KnownPolicy = PolicyName | Policy

/** A spec written in code. It needs no name. */
export type InlineSpec = Omit<PolicySpec, 'name'> & { readonly name?: string }

/** An inline spec is compiled when it is first used; later changes to the object have no effect. */
export type PolicyRef = KnownPolicy | InlineSpec

/** Compiles an inline spec. Passed in, so that the lean entry does without it. */
export type DefineInline = (spec: InlineSpec) => Policy

/** Kept beside the policies, not in them, so that callers can neither read nor change what is compiled. */
const compiledPolicies = new WeakMap<object, CompiledPolicy>()

/** Policies of inline specs, by spec, for as long as the spec lives. */
const inlinePolicies = new WeakMap<object, Policy>()

const FINGERPRINT_DIGITS = 16

/**
 * The fingerprint is computed on first use: for a policy with many sites it takes as long as compiling them.
 *
 * @param spec flattened, checked and frozen
 * @param fingerprint if it is known
 */
export function createPolicy(spec: PolicySpec, compiled: CompiledPolicy, fingerprint?: string): Policy {
  let made = fingerprint
  const policy: Policy = Object.freeze({
    name: spec.name,
    get fingerprint() {
      return (made ??= makeFingerprint(compiled))
    },
    spec,
  })
  compiledPolicies.set(policy, compiled)
  return policy
}

export function makeFingerprint(compiled: CompiledPolicy): string {
  return hashUrl(buildFingerprintText(collectSettings(compiled), compiled.completion?.scheme ?? null)).slice(
    0,
    FINGERPRINT_DIGITS,
  )
}

function collectSettings({ everywhere, sites }: CompiledPolicy): Map<string, Settings> {
  return new Map([['', everywhere.settings], ...(sites?.settings() ?? [])])
}

const compiledBuiltIns = new Map<string, CompiledPolicy>()

// A list is normalized under one policy, so the last one is remembered to skip the lookup.
let lastRef: PolicyRef | null = null
let lastCompiled: CompiledPolicy | null = null

/** The compiled policy, or a PolicyError that names the fix. Does not compute the fingerprint, which is slow. */
export function getCompiledPolicy(ref: PolicyRef, define: DefineInline | null = null): CompiledPolicy {
  if (ref === lastRef && lastCompiled !== null) return lastCompiled
  const compiled = typeof ref === 'string' ? compileBuiltIn(ref) : compileObject(ref, define)
  lastRef = ref
  return (lastCompiled = compiled)
}

function compileBuiltIn(name: PolicyName): CompiledPolicy {
  const known = compiledBuiltIns.get(name)
  if (known !== undefined) return known
  if (!Object.hasOwn(BUILT_IN_SPECS, name))
    throw new PolicyError(
      '',
      `"${name}" is not a built-in policy; use one of ${Object.keys(BUILT_IN_SPECS).join(', ')}`,
    )
  const compiled = compilePolicy(BUILT_IN_SPECS[name])
  compiledBuiltIns.set(name, compiled)
  return compiled
}

function compileObject(ref: Policy | InlineSpec, define: DefineInline | null): CompiledPolicy {
  // Callers without types may pass anything.
  if (typeof ref !== 'object' || ref === null)
    throw new PolicyError(
      '',
      `is ${String(ref)}; pass a name, a policy or a spec, and write urls.map((url) => normalize(url)), not urls.map(normalize)`,
    )
  return compiledPolicies.get(ref) ?? (compiledPolicies.get(getInlinePolicy(ref, define)) as CompiledPolicy)
}

export function getPolicy(ref: PolicyRef, define: DefineInline | null = null): Policy {
  if (typeof ref === 'string') {
    compileBuiltIn(ref)
    return policies[ref]
  }
  return compiledPolicies.has(ref) ? (ref as Policy) : getInlinePolicy(ref, define)
}

function getInlinePolicy(spec: InlineSpec, define: DefineInline | null): Policy {
  const policy = inlinePolicies.get(spec) ?? define?.(spec)
  if (policy === undefined)
    throw new PolicyError('', 'is an inline spec, which this entry cannot compile; pass definePolicy(spec)')
  inlinePolicies.set(spec, policy)
  return policy
}

/** The built-in policies, each created on first use. */
export const policies: Readonly<Record<PolicyName, Policy>> = /* @__PURE__ */ definePolicies()

function definePolicies(): Readonly<Record<PolicyName, Policy>> {
  const made = new Map<PolicyName, Policy>()
  const make = (name: PolicyName): Policy => {
    const spec = copyFrozen(flattenSpec(getBuiltInSpec(name)))
    const policy = createPolicy(spec, compileBuiltIn(name), BUILT_IN_FINGERPRINTS[name])
    made.set(name, policy)
    return policy
  }
  const all = {}
  for (const name of Object.keys(BUILT_IN_SPECS) as PolicyName[]) {
    Object.defineProperty(all, name, { enumerable: true, get: () => made.get(name) ?? make(name) })
  }
  return Object.freeze(all) as Readonly<Record<PolicyName, Policy>>
}
