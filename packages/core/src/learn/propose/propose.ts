import type { Candidate } from '../candidate.ts'
import { dropFragment, isSessionName, type Edit } from '../edit.ts'
import type { Form } from '../form.ts'
import type { SiteState } from '../site-state.ts'
import { Candidates } from './candidates.ts'
import { proposeForHosts } from './host.ts'
import { choosePairs } from './pairs.ts'
import { proposeForPaths } from './path.ts'
import { proposeForQueries } from './query.ts'
import { RewriteProposer } from './rewrites.ts'

/** Two forms of one content, and a number for what says so: some rule would make them equal. */
export type Pair = readonly [from: Form, to: Form, source: number]

export const pairsOf = ({ clusters }: SiteState): Pair[] =>
  [...clusters].flatMap(([cluster, forms]) => choosePairs(forms).map(([from, to]): Pair => [from, to, cluster]))

/** Rules on scheme and host: found first, so that all others are learned of one host and not of each of its names. */
export function proposeHostRules(state: SiteState, pairs: readonly Pair[]): Candidate[] {
  const found = new Candidates()
  const sizeOf = (host: string): number => state.byHost.get(host)?.length ?? 0
  for (const [from, to, source] of pairs) {
    const isTwin = from.path === to.path && from.query === to.query && from.fragment === to.fragment
    const edits = isTwin ? proposeForHosts(from, to, sizeOf) : []
    if (edits.length > 0) found.add([from, to, source], edits)
  }
  return found.best(state)
}

/** Rules that fields of a policy express. */
export function proposeFieldRules(state: SiteState, pairs: readonly Pair[]): Candidate[] {
  const found = new Candidates()
  const sessionNames = [...new Set([...state.byName.keys()].map((key) => key.slice(key.indexOf(' ') + 1)))]
    .filter(isSessionName)
    .toSorted()
  const sizeOf = (host: string): number => state.byHost.get(host)?.length ?? 0
  for (const [from, to, source] of pairs) {
    for (const edits of editsFor(from, to, sessionNames) ?? [])
      found.add([from, to, source], [...proposeForHosts(from, to, sizeOf), ...edits])
  }
  return found.best(state)
}

/** Alternatives, each of them edits that make path, query and fragment of the two forms equal; null where no fields do. */
function editsFor(from: Form, to: Form, sessionNames: readonly string[]): Edit[][] | null {
  const paths = proposeForPaths(from.path, to.path, sessionNames)
  const queries = paths && proposeForQueries(from, to)
  if (paths === null || queries === null) return null
  const fragments = from.fragment === to.fragment ? [] : [dropFragment]
  return queries.map((query) => paths.concat(query, fragments))
}

/** Rules that only a rewrite expresses. */
export function proposeRewrites(state: SiteState, pairs: readonly Pair[]): Candidate[] {
  const rewrites = new RewriteProposer()
  for (const [from, to, source] of pairs) {
    if (from.scheme === to.scheme && from.fragment === to.fragment) rewrites.add(from, to, source)
  }
  const found = new Candidates()
  for (const { hosts, edit, clusters } of rewrites.proposals()) found.addRewrite(hosts, edit, clusters)
  return found.best(state)
}
