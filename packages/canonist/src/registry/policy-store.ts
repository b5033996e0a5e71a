import type { Policy, PolicySpec } from '@canonist/core'
import type { Session, Transaction } from '../store/database.ts'
import { compilePolicy } from './compile-policy.ts'
import { RegistryError } from './errors.ts'

export interface StoredPolicy {
  readonly id: number
  readonly policy: Policy
  readonly isActive: boolean
}

interface PolicyRow {
  readonly id: number
  readonly fingerprint: string
  readonly name: string
  readonly in_force: number
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
    const rows = await session.all<PolicyRow>(
      'select id, fingerprint, name, in_force from policies where in_force = 1 or arriving = 1 order by in_force desc',
    )
    const stored: StoredPolicy[] = []
    for (const row of rows) {
      const policy = this.#compiled.get(row.fingerprint) ?? (await this.#compile(session, row))
      if (policy !== null) stored.push({ id: row.id, policy, isActive: row.in_force === 1 })
    }
    const active = stored.find(({ isActive }) => isActive)
    if (active !== undefined) this.#active = active.policy
    const [first] = rows
    this.#outdated = first?.in_force === 1 && active === undefined ? first.name : null
    return stored
  }

  /**
   * Returns the id of the active policy and keeps it active until the transaction ends. Throws if it is not the wanted one; the first write
   * activates it.
   */
  async lockForWriting(transaction: Transaction, wanted: Policy, now: number): Promise<number> {
    // On PostgreSQL, a lock that waited while a rekey switched policies sees neither: the old one is no longer active, and the new one was
    // not there yet when the statement began. A second look finds it.
    const held = (await this.#hold(transaction)) ?? (await this.#hold(transaction))
    if (held === null) return this.#putFirst(transaction, wanted, now)
    if (await isRekeyUnderWay(transaction)) throw createRekeyUnderWayError()
    if (held.fingerprint === wanted.fingerprint) return held.id
    throw new RegistryError('registry/policy-changed', {
      says: `The keys were moved to the policy ${held.name} while this ran.`,
    })
  }

  async #hold(transaction: Transaction): Promise<PolicyRow | null> {
    // SQLite has one writer and needs no lock.
    const lock = transaction.dialect === 'postgres' ? ' for share' : ''
    const [row] = await transaction.all<PolicyRow>(
      `select id, fingerprint, name, in_force from policies where in_force = 1${lock}`,
    )
    return row ?? null
  }

  async #putFirst(transaction: Transaction, policy: Policy, now: number): Promise<number> {
    const { fingerprint, name, spec } = policy
    await transaction.run(
      `insert into policies (fingerprint, name, spec, added_at, in_force) values ($1, $2, $3, $4, 1)
       on conflict do nothing`,
      [fingerprint, name, JSON.stringify(spec), now],
    )
    const held = await this.#hold(transaction)
    if (held?.fingerprint === fingerprint) return held.id
    throw createOtherPolicyError(policy, held?.name ?? 'unknown')
  }

  async #compile(session: Session, { id, fingerprint, name }: PolicyRow): Promise<Policy | null> {
    const [row] = await session.all<{ readonly spec: string }>('select spec from policies where id = $1', [id])
    const policy =
      row === undefined ? null : compilePolicy({ fingerprint, name, spec: JSON.parse(row.spec) as PolicySpec })
    if (policy !== null) this.#compiled.set(fingerprint, policy)
    return policy
  }
}

async function isRekeyUnderWay(session: Session): Promise<boolean> {
  return (await session.all('select 1 from policies where arriving = 1')).length > 0
}

export function createOtherPolicyError(wanted: Policy, active: string): RegistryError {
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
