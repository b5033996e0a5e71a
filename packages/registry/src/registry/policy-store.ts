import { policies as builtIn, type KnownPolicy, type Policy } from '@canonist/core'
import type { Database, Session, Transaction } from '../store/database.ts'
import { RegistryError } from './errors.ts'
import {
  addFirstPolicy,
  compileStored,
  findPolicy,
  holdActivePolicy,
  isPolicyArriving,
  listPoliciesInUse,
  type PolicyInUse,
} from './sql/policies.sql.ts'

export interface StoredPolicy {
  readonly id: number
  readonly policy: Policy
  readonly isActive: boolean
}

/**
 * The policies that the keys of a database were made by.
 *
 * A policy is *active* (all pages have its keys) or *arriving* (a rekey is moving pages to it). They are read again for every query,
 * because another process may move the keys at any time; compiling them is expensive and done once.
 *
 * Must never let a caller write keys of a policy that is not active, or use a policy whose rules differ in this build.
 */
export class PolicyStore {
  readonly #compiled = new Map<string, Policy>()
  #active: Policy
  /** The name of the active policy, if this build no longer has its rules. */
  #outdated: string | null = null

  /** @param wanted the policy that the first write activates */
  constructor(wanted: Policy) {
    this.#active = wanted
    this.#compiled.set(wanted.fingerprint, wanted)
  }

  /** The active policy at the last read; throws if this build does not have its rules. */
  get active(): Policy {
    if (this.#outdated !== null) throw createOutdatedError(this.#outdated)
    return this.#active
  }

  /**
   * Reads the policies under which pages are found: the active one, then the arriving one. In this order, so that a page that is moved
   * between two queries is found by the second.
   */
  async read(session: Session): Promise<StoredPolicy[]> {
    const inUse = await listPoliciesInUse(session)
    const stored: StoredPolicy[] = []
    for (const one of inUse) {
      const policy = this.#compiled.get(one.fingerprint) ?? (await this.#compile(session, one))
      if (policy !== null) stored.push({ id: one.id, policy, isActive: one.isActive })
    }
    const active = stored.find(({ isActive }) => isActive)
    if (active !== undefined) this.#active = active.policy
    const [first] = inUse
    this.#outdated = first?.isActive === true && active === undefined ? first.name : null
    return stored
  }

  /**
   * Returns the id of the active policy and keeps it active until the transaction ends. Throws if it is not the wanted one; the first write
   * activates it.
   */
  async lockForWriting(transaction: Transaction, wanted: Policy, now: number): Promise<number> {
    // On PostgreSQL, a lock that waited while a rekey switched policies sees neither: the old one is no longer active, and the new one was
    // not there yet when the statement began. A second look finds it.
    const held = (await holdActivePolicy(transaction)) ?? (await holdActivePolicy(transaction))
    if (held === null) return activateFirst(transaction, wanted, now)
    if (await isPolicyArriving(transaction)) throw createRekeyUnderWayError()
    if (held.fingerprint === wanted.fingerprint) return held.id
    throw new RegistryError('registry/policy-changed', {
      says: `The keys were moved to the policy ${held.name} while this ran.`,
    })
  }

  async #compile(session: Session, { id, fingerprint }: PolicyInUse): Promise<Policy | null> {
    const stored = await findPolicy(session, id)
    const policy = stored === null ? null : compileStored(stored)
    if (policy !== null) this.#compiled.set(fingerprint, policy)
    return policy
  }
}

/** Returns the id of the policy; throws if another process activated another one at the same time. */
async function activateFirst(transaction: Transaction, policy: Policy, now: number): Promise<number> {
  await addFirstPolicy(transaction, policy, now)
  const held = await holdActivePolicy(transaction)
  if (held?.fingerprint === policy.fingerprint) return held.id
  throw createOtherPolicyError(policy, held?.name ?? 'unknown')
}

/** `policy` must be the active one; `policyIfNew` is used only if nothing was ever written. */
interface WantedPolicy {
  readonly policy?: KnownPolicy | undefined
  readonly policyIfNew?: KnownPolicy | undefined
}

/** Reads the policies that keys are made by; throws if the caller wants another one. */
export async function openPolicies(
  database: Database,
  { policy: ref, policyIfNew = 'dedupe' }: WantedPolicy,
): Promise<PolicyStore> {
  const wanted = resolvePolicy(ref ?? policyIfNew)
  const store = new PolicyStore(wanted)
  await store.read(database)
  if (ref !== undefined && store.active.fingerprint !== wanted.fingerprint)
    throw createOtherPolicyError(wanted, store.active.name)
  return store
}

function resolvePolicy(ref: KnownPolicy): Policy {
  return typeof ref === 'string' ? builtIn[ref] : ref
}

function createOtherPolicyError(wanted: Policy, active: string): RegistryError {
  return new RegistryError('registry/other-policy', {
    says: `This registry makes its keys under the policy ${active}, not under ${wanted.name}.`,
  })
}

function createRekeyUnderWayError(): RegistryError {
  return new RegistryError('registry/rekey-under-way')
}

function createOutdatedError(name: string): RegistryError {
  return new RegistryError('registry/policy-outdated', {
    says: `The keys of this registry were made by the policy ${name} of another version of canonist, with different rules.`,
    fix: `Move them with canonist policy rekey ${name}, or with the file of that policy, or use that version.`,
  })
}
