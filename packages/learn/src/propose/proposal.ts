import { formatCandidateId, type Candidate } from './candidate.ts'
import type { Edit } from './edit.ts'
import type { Pair } from '../log/form.ts'

/** Edits that would make a pair equal, with the hosts that they concern. */
export type Proposal = Omit<Candidate, 'proposers'>

export const createProposal = (hosts: readonly string[], edits: readonly Edit[]): Proposal => ({
  id: formatCandidateId(hosts, edits),
  hosts,
  edits,
})

/**
 * Lists all edits together, and each of them alone.
 *
 * @param create the proposal for hosts and edits
 */
export function listProposals([from, to]: Pair, edits: readonly Edit[], create = createProposal): Proposal[] {
  const hosts = from.host === to.host ? [from.host] : [from.host, to.host].toSorted()
  const single = edits.flatMap((edit) =>
    (edit.family === 'host' ? [hosts] : hosts.map((host) => [host])).map((own) => create(own, [edit])),
  )
  return edits.length > 1 ? [create(hosts, edits), ...single] : single
}
