import type { Candidate } from './candidate.ts'
import type { Edit } from './edit.ts'
import { dropFragment } from './edits/query.ts'
import type { SiteState } from '../log/site-state.ts'
import { Candidates } from './candidates.ts'
import { proposeForHosts, type CountForms } from './host.ts'
import { proposeForPaths } from './path.ts'
import { listProposals, type Proposal } from './proposal.ts'
import type { ProposalPool } from './proposal-pool.ts'
import type { Proposer } from './proposer.ts'
import { proposeForQueries } from './query.ts'
import type { Pair } from '../log/form.ts'
import { RewriteProposals, listDifferences } from './rewrites.ts'

/** Proposes rules on scheme and host. They come first, so that other rules are learned once, and not for each name of a host. */
export function proposeHostRules(state: SiteState, proposers: readonly Proposer[]): Candidate[] {
  const found = new Candidates()
  const countForms = createFormCounter(state)
  for (const { source, twins } of proposers) {
    for (const pair of twins)
      for (const proposal of listProposals(pair, proposeForHosts(pair, countForms))) found.add(proposal, source)
  }
  return found.selectBest(state)
}

const createFormCounter =
  ({ byHost }: SiteState): CountForms =>
  (host) =>
    byHost.get(host)?.length ?? 0

/** Proposes rules that fields of a policy can express. */
export function proposeFieldRules(state: SiteState, proposers: readonly Proposer[]): Candidate[] {
  const found = new Candidates()
  const countForms = createFormCounter(state)
  const read = (pair: Pair, pool: ProposalPool): Proposal[] => proposeFields(pair, state.sessionNames, countForms, pool)
  for (const proposer of proposers)
    for (const proposal of proposer.listProposals(read)) found.add(proposal, proposer.source)
  return found.selectBest(state)
}

function proposeFields(
  pair: Pair,
  sessionNames: readonly string[],
  countForms: CountForms,
  pool: ProposalPool,
): Proposal[] {
  const alternatives = listEdits(pair, sessionNames, pool)
  const onHosts = alternatives.length === 0 ? [] : proposeForHosts(pair, countForms)
  const create: ProposalPool['create'] = (hosts, edits) => pool.create(hosts, edits)
  return alternatives.flatMap((edits) => listProposals(pair, [...onHosts, ...edits], create))
}

/** Lists alternatives: edits that make path, query and fragment of the two URLs equal. Empty if no fields can. */
function listEdits([from, to]: Pair, sessionNames: readonly string[], pool: ProposalPool): Edit[][] {
  const paths = proposeForPaths(from.path, to.path, sessionNames)
  const queries = paths && proposeForQueries(from, to, pool)
  if (paths === null || queries === null) return []
  const fragments = from.fragment === to.fragment ? [] : [dropFragment]
  return queries.map((query) => paths.concat(query, fragments))
}

/** Proposes rules that only a rewrite can express. */
export function proposeRewrites(state: SiteState, proposers: readonly Proposer[]): Candidate[] {
  const rewrites = new RewriteProposals()
  for (const proposer of proposers)
    for (const difference of proposer.listDifferences(listDifferences)) rewrites.add(difference, proposer.source)
  const found = new Candidates()
  for (const { proposal, clusters } of rewrites.list()) for (const cluster of clusters) found.add(proposal, cluster)
  return found.selectBest(state)
}
