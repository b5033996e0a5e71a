import { BUILT_IN_SPECS } from '../policy/built-in.ts'
import { frozenCopy } from '../policy/frozen-copy.ts'
import { fingerprintText } from '../policy/fingerprint.ts'
import { PolicyError } from '../policy/policy-error.ts'
import { builtInSpec, flattenSpec } from '../policy/resolve.ts'
import type { Settings } from '../policy/settings.ts'
import type { PolicySpec } from '../policy/spec.ts'
import type { PolicyName } from '../policy/terms.ts'
import { compilePolicy, type CompiledPolicy } from './compile.ts'
import { urlHash } from './url-hash.ts'

/** A policy that was checked and compiled. Made by `definePolicy`; the built-in ones are in `policies`. */
export interface Policy {
  readonly name: string
  /** The same for policies that normalize every URL alike; store it beside every key. */
  readonly fingerprint: string
  /** Everything the policy extends written out. */
  readonly spec: PolicySpec
}

export type KnownPolicy = PolicyName | Policy

/** A spec written in code: it needs no name. */
export type PlainSpec = Omit<PolicySpec, 'name'> & { readonly name?: string }

/** A plain spec is compiled when it is first used; what is changed in the object afterwards has no effect. */
export type PolicyRef = KnownPolicy | PlainSpec

/** Makes a policy of a plain spec. Passed in, so that the lean entry need not carry it. */
export type Define = (spec: PlainSpec) => Policy

/** Beside the policies, not in them: what is compiled is nobody's to read or change. */
const compiledPolicies = new WeakMap<object, CompiledPolicy>()

/** By spec, and as long as the spec. */
const plainPolicies = new WeakMap<object, Policy>()

const FINGERPRINT_DIGITS = 16

/**
 * The fingerprint is made when it is first asked for: of a policy with many sites it takes as long as compiling them.
 *
 * @param spec flattened, checked and frozen
 */
export function createPolicy(spec: PolicySpec, compiled: CompiledPolicy): Policy {
  let made: string | undefined
  const policy: Policy = Object.freeze({
    name: spec.name,
    get fingerprint() {
      return (made ??= urlHash(fingerprintText(settingsBySection(compiled))).slice(0, FINGERPRINT_DIGITS))
    },
    spec,
  })
  compiledPolicies.set(policy, compiled)
  return policy
}

function settingsBySection({ everywhere, sites }: CompiledPolicy): Map<string, Settings> {
  return new Map([['', everywhere.settings], ...(sites?.settings() ?? [])])
}

const compiledBuiltIns = new Map<string, CompiledPolicy>()

// A list is normalized under one policy: whoever asks again for the same one need not wait for a look-up.
let lastRef: PolicyRef | null = null
let lastCompiled: CompiledPolicy | null = null

/** The compiled policy; a PolicyError that names the fix where there is none. Needs no fingerprint, which takes its time. */
export function compiledOf(ref: PolicyRef, define: Define | null = null): CompiledPolicy {
  if (ref === lastRef && lastCompiled !== null) return lastCompiled
  const compiled = typeof ref === 'string' ? compileBuiltIn(ref) : compileObject(ref, define)
  lastRef = ref
  return (lastCompiled = compiled)
}

function compileBuiltIn(name: PolicyName): CompiledPolicy {
  const known = compiledBuiltIns.get(name)
  if (known !== undefined) return known
  if (!Object.hasOwn(BUILT_IN_SPECS, name))
    throw new PolicyError('', `"${name}" is not built in; there are ${Object.keys(BUILT_IN_SPECS).join(', ')}`)
  const compiled = compilePolicy(BUILT_IN_SPECS[name])
  compiledBuiltIns.set(name, compiled)
  return compiled
}

function compileObject(ref: Policy | PlainSpec, define: Define | null): CompiledPolicy {
  // Callers without types may pass anything.
  if (typeof ref !== 'object' || ref === null)
    throw new PolicyError(
      '',
      `is ${String(ref)}; pass a name, a policy or a spec, as in urls.map((url) => normalize(url))`,
    )
  return compiledPolicies.get(ref) ?? (compiledPolicies.get(plainPolicyOf(ref, define)) as CompiledPolicy)
}

export function policyOf(ref: PolicyRef, define: Define | null = null): Policy {
  if (typeof ref === 'string') {
    compileBuiltIn(ref)
    return policies[ref]
  }
  return compiledPolicies.has(ref) ? (ref as Policy) : plainPolicyOf(ref, define)
}

function plainPolicyOf(spec: PlainSpec, define: Define | null): Policy {
  const policy = plainPolicies.get(spec) ?? define?.(spec)
  if (policy === undefined) throw new PolicyError('', 'is a plain spec; pass definePolicy(spec)')
  plainPolicies.set(spec, policy)
  return policy
}

/** The built-in policies, each made when it is first asked for. */
export const policies: Readonly<Record<PolicyName, Policy>> = /* @__PURE__ */ definePolicies()

function definePolicies(): Readonly<Record<PolicyName, Policy>> {
  const made = new Map<PolicyName, Policy>()
  const make = (name: PolicyName): Policy => {
    const policy = createPolicy(frozenCopy(flattenSpec(builtInSpec(name))), compileBuiltIn(name))
    made.set(name, policy)
    return policy
  }
  const all = {}
  for (const name of Object.keys(BUILT_IN_SPECS) as PolicyName[]) {
    Object.defineProperty(all, name, { enumerable: true, get: () => made.get(name) ?? make(name) })
  }
  return Object.freeze(all) as Readonly<Record<PolicyName, Policy>>
}
