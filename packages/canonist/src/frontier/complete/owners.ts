import { Buffer } from 'node:buffer'
import { storedHash } from '../../registry/stored-hash.ts'
import type { Transaction } from '../../store/database.ts'
import { jsonOf, jsonRows } from '../../store/json-rows.ts'

/** The page that has a key, or that the key was proved to lead to, and the page that stands for it. */
export interface Owner {
  readonly id: number
  readonly root: number
}

interface OwnerRow {
  readonly key: Uint8Array
  readonly id: number
  readonly root: number
}

/** Who has which key; kept up to date while URLs move within one transaction. */
export class Owners {
  readonly #owners = new Map<string, Owner>()

  static async of(transaction: Transaction, policyId: number, keys: Iterable<string>): Promise<Owners> {
    const owners = new Owners()
    const list = jsonOf([...new Set(keys)].map((key) => ({ key: storedHash(key).toString('hex') })))
    if (list === '[]') return owners
    const wanted = jsonRows(transaction.dialect, '$1', { key: 'bytes' }, 'r')
    const led = await transaction.all<OwnerRow>(
      `select a.own_key as key, p.id, coalesce(p.merged_into, p.id) as root
       from ${wanted} cross join aliases a cross join pages p
       where a.own_key = r.key and p.id = a.page_id order by a.page_id desc`,
      [list],
    )
    const own = await transaction.all<OwnerRow>(
      `select p.key, p.id, coalesce(p.merged_into, p.id) as root
       from ${wanted} cross join pages p where p.policy_id = $2 and p.key = r.key`,
      [list, policyId],
    )
    for (const { key, id, root } of [...led, ...own]) owners.set(Buffer.from(key).toString('latin1'), { id, root })
    return owners
  }

  get(key: string): Owner | undefined {
    return this.#owners.get(key)
  }

  set(key: string, owner: Owner): void {
    this.#owners.set(key, owner)
  }

  /** From now on `root` stands for all that `page` stood for. */
  join(page: number, root: number): void {
    for (const [key, owner] of this.#owners) {
      if (owner.id === root) this.#owners.set(key, { id: root, root })
      else if (owner.root === page) this.#owners.set(key, { id: owner.id, root })
    }
  }
}
