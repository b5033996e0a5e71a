import { BUILT_IN_SPECS } from '../policy/built-in.ts'
import { frozenCopy } from '../policy/frozen-copy.ts'
import { fingerprintText } from '../policy/fingerprint.ts'
import { PolicyError } from '../policy/policy-error.ts'
import { builtInSpec, flattenSpec } from '../policy/resolve.ts'
import type { Settings } from '../policy/settings.ts'
import type { PolicyName, PolicySpec } from '../policy/spec.ts'
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

export type PolicyRef = PolicyName | Policy

/** Beside the policies, not in them: what is compiled is nobody's to read or change. */
const compiledPolicies = new WeakMap<Policy, CompiledPolicy>()

const FINGERPRINT_DIGITS = 16

/** @param spec flattened, checked and frozen */
export function createPolicy(spec: PolicySpec, compiled: CompiledPolicy): Policy {
  const fingerprint = urlHash(fingerprintText(settingsBySection(compiled))).slice(0, FINGERPRINT_DIGITS)
  const policy = Object.freeze({ name: spec.name, fingerprint, spec })
  compiledPolicies.set(policy, compiled)
  return policy
}

function settingsBySection({ everywhere, sites }: CompiledPolicy): Map<string, Settings> {
  const sections = new Map([['', everywhere.settings]])
  for (const [where, { settings }] of sites?.entries() ?? []) sections.set(where, settings)
  return sections
}

const compiledBuiltIns = new Map<string, CompiledPolicy>()

// A list is normalized under one policy: whoever asks again for the same one need not wait for a look-up.
let lastRef: PolicyRef | null = null
let lastCompiled: CompiledPolicy | null = null

/** Null where nobody knows the policy. */
export function findCompiled(ref: PolicyRef): CompiledPolicy | null {
  if (ref !== lastRef) {
    lastCompiled = lookUp(ref)
    lastRef = ref
  }
  return lastCompiled
}

/** Needs no fingerprint, which takes its time. */
function lookUp(ref: PolicyRef): CompiledPolicy | null {
  if (typeof ref === 'string') return compiledBuiltIns.get(ref) ?? compileBuiltIn(ref)
  return (typeof ref === 'object' && ref !== null ? compiledPolicies.get(ref) : undefined) ?? null
}

function compileBuiltIn(name: PolicyName): CompiledPolicy | null {
  if (!Object.hasOwn(BUILT_IN_SPECS, name)) return null
  const compiled = compilePolicy(BUILT_IN_SPECS[name])
  compiledBuiltIns.set(name, compiled)
  return compiled
}

export function compiledOf(ref: PolicyRef): CompiledPolicy {
  const compiled = findCompiled(ref)
  if (compiled !== null) return compiled
  if (typeof ref !== 'string')
    throw new PolicyError('', 'is neither the name of a built-in one nor made by definePolicy')
  throw new PolicyError('', `"${ref}" is not built in; there are ${Object.keys(BUILT_IN_SPECS).join(', ')}`)
}

export function policyOf(ref: PolicyRef): Policy {
  compiledOf(ref)
  return typeof ref === 'string' ? policies[ref] : ref
}

/** The built-in policies, each made when it is first asked for. */
export const policies: Readonly<Record<PolicyName, Policy>> = /* @__PURE__ */ definePolicies()

function definePolicies(): Readonly<Record<PolicyName, Policy>> {
  const made = new Map<PolicyName, Policy>()
  const make = (name: PolicyName): Policy => {
    const policy = createPolicy(frozenCopy(flattenSpec(builtInSpec(name))), compiledOf(name))
    made.set(name, policy)
    return policy
  }
  const all = {}
  for (const name of Object.keys(BUILT_IN_SPECS) as PolicyName[]) {
    Object.defineProperty(all, name, { enumerable: true, get: () => made.get(name) ?? make(name) })
  }
  return Object.freeze(all) as Readonly<Record<PolicyName, Policy>>
}
