import type { Edit } from './edit.ts'
import { dropDefault, stripParameter } from './edits/query.ts'
import { createProposal, type Proposal } from './proposal.ts'
import { getOrAdd } from '../log/site-state.ts'

/**
 * Creates each edit and each proposal of a site once. Thousands of pairs of URLs differ in the same parameter, and would otherwise
 * hold as many copies of one edit, each with an id to build and to hash.
 *
 * Must never be shared by sites: edits with the same id may differ from site to site.
 */
export class ProposalPool {
  readonly #stripped = new Map<string, Edit>()
  readonly #defaults = new Map<string, Edit>()
  /** Proposals of one edit on one host, by edit and host. */
  readonly #single = new Map<string, Map<string, Proposal>>()
  /** All others, by hosts and edits in their order: it decides the order of fields in the policy. */
  readonly #others = new Map<string, Proposal>()

  stripParameter(name: string): Edit {
    return getOrAdd(this.#stripped, name, () => stripParameter(name))
  }

  dropDefault(name: string, value: string): Edit {
    return getOrAdd(this.#defaults, `${name}=${value}`, () => dropDefault(name, value))
  }

  create(hosts: readonly string[], edits: readonly Edit[]): Proposal {
    const [host, anotherHost] = hosts
    const [edit, anotherEdit] = edits
    if (host !== undefined && edit !== undefined && anotherHost === undefined && anotherEdit === undefined) {
      const byHost = getOrAdd(this.#single, edit.id, () => new Map<string, Proposal>())
      return getOrAdd(byHost, host, () => createProposal(hosts, edits))
    }
    const key = `${hosts.join(' ')}: ${edits.map(({ id }) => id).join(' & ')}`
    return getOrAdd(this.#others, key, () => createProposal(hosts, edits))
  }
}
