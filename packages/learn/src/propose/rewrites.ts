import { rewriteBetween, rewriteTo } from './edits/rewrite.ts'
import type { ParsedUrl } from '../log/form.ts'
import { getOrAdd, type SiteState } from '../log/site-state.ts'
import { alignRow, type AlignedRow } from './aligned-row.ts'
import { createProposal, type Proposal } from './proposal.ts'
import type { Pair } from '../log/form.ts'
import { TemplateTables } from './template-table.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MIN_CLUSTERS, MAX_PER_HOST, MAX_SEGMENTS, MIN_COMMON, MIN_COMMON_SHARE } = THRESHOLDS.rewrites

export interface RewriteProposal {
  readonly proposal: Proposal
  readonly clusters: ReadonlySet<number>
}

/** The difference between two URLs, if no field can make them equal. */
export interface Difference {
  readonly from: string
  readonly to: string
  /** Null if the URLs contain characters that mark variables in templates. */
  readonly row: AlignedRow | null
  /** Rewrites of their first segments. */
  readonly prefixes: readonly string[]
}

export const listDifferences = ([from, to]: Pair): Difference[] =>
  from.scheme === to.scheme && from.fragment === to.fragment
    ? [
        {
          from: from.host,
          to: to.host,
          row: alignRow(from.resource, to.resource),
          prefixes: listPrefixRewrites(from, to),
        },
      ]
    : []

/** The differences between two hosts, or within one. */
interface Between {
  readonly from: string
  readonly to: string
  readonly tables: TemplateTables
  readonly prefixes: Map<string, Set<number>>
}

/** Collects differences, and finds the rewrites that would remove them. */
export class RewriteProposals {
  /** By the host of the first URL, then by that of the second, in the order in which they were met. */
  readonly #byHosts = new Map<string, Map<string, Between>>()
  readonly #all: Between[] = []

  add({ from, to, row, prefixes }: Difference, source: number): void {
    const between = this.#getBetween(from, to)
    if (row !== null) between.tables.add(row, source)
    for (const prefix of prefixes) {
      const clusters = between.prefixes.get(prefix) ?? new Set()
      between.prefixes.set(prefix, clusters.add(source))
    }
  }

  #getBetween(from: string, to: string): Between {
    return getOrAdd(
      getOrAdd(this.#byHosts, from, () => new Map<string, Between>()),
      to,
      () => {
        const between = { from, to, tables: new TemplateTables(), prefixes: new Map<string, Set<number>>() }
        this.#all.push(between)
        return between
      },
    )
  }

  list(): RewriteProposal[] {
    return this.#all.flatMap((between) => listProposals(between).toSorted(byClusters).slice(0, MAX_PER_HOST))
  }
}

function listProposals({ from, to, tables, prefixes }: Between): RewriteProposal[] {
  const found = new Map<string, RewriteProposal>()
  const hosts = [...new Set([from, to])].toSorted()
  const add = (match: string, target: string, isReverse: boolean, clusters: ReadonlySet<number>): void => {
    const [start, end] = isReverse ? [to, from] : [from, to]
    const edit = start === end ? rewriteTo({ match, to: target }) : rewriteBetween(start, match, end, target)
    found.set(edit.id, { proposal: createProposal(hosts, [edit]), clusters })
  }
  for (const { match, to: target, isReverse, clusters } of tables.list()) add(match, target, isReverse, clusters)
  for (const [prefix, clusters] of prefixes) {
    const [match = '', target = ''] = prefix.split(' ')
    if (clusters.size >= MIN_CLUSTERS) add(match, target, false, clusters)
  }
  return [...found.values()]
}

const byClusters = (a: RewriteProposal, b: RewriteProposal): number =>
  b.clusters.size - a.clusters.size || (a.proposal.id < b.proposal.id ? -1 : 1)

/** `/en/$*` to `/$*`, `/s_*` + `/$*` to `/$*`: paths that differ only in their first segments. */
function listPrefixRewrites(from: ParsedUrl, to: ParsedUrl): string[] {
  if (from.query !== to.query) return []
  const [a, b] = [from.path.split('/'), to.path.split('/')]
  let same = 0
  while (same < Math.min(a.length, b.length) - 1 && a.at(-1 - same) === b.at(-1 - same)) same++
  if (same === 0) return []
  const [start, end] = [a.slice(1, a.length - same), b.slice(1, b.length - same)]
  if (start.length === 0 || start.length + end.length > MAX_SEGMENTS) return []
  const write = (segments: readonly string[]): string => `/${[...segments, '$*'].join('/')}`
  const variants = [start, start.map(generalizeSegment)].filter((segments) => [...segments, ...end].every(isFixed))
  return [...new Set(variants.map((segments) => `${write(segments)} ${write(end)}`))]
}

const isFixed = (segment: string): boolean => /^[A-Za-z._=~-]{1,24}\*?$/.test(segment)

/** `s_9f3a` as `s_*`: a word, a delimiter, and an id of the visitor. */
const generalizeSegment = (segment: string): string => segment.replace(/^([A-Za-z]{1,12}[_=~.-]).*\d.*$/, '$1*')

/** The kind of a path: a rewrite with a wildcard must have been tried on each kind that it changes. */
export function formatShape(path: string, isCommon: (segment: string) => boolean): string {
  return path
    .split('/')
    .map((segment) => (isCommon(segment) ? segment : formatKind(segment)))
    .join('/')
}

function formatKind(segment: string): string {
  if (segment === '') return ''
  const extension = /\.[a-z0-9]{1,5}$/i.exec(segment)?.[0] ?? ''
  const name = segment.slice(0, segment.length - extension.length)
  if (/^\d+$/.test(name)) return `#${extension}`
  return (/^\d/.test(name) ? '#x' : /\d$/.test(name) ? 'x#' : 'x') + extension
}

/** Creates a test for segments that enough forms have. */
export function createCommonSegmentTest(state: SiteState): (segment: string) => boolean {
  const counts = new Map<string, number>()
  for (const { path } of state.forms)
    for (const segment of path.split('/')) counts.set(segment, (counts.get(segment) ?? 0) + 1)
  const least = Math.max(MIN_COMMON, state.forms.length * MIN_COMMON_SHARE)
  return (segment) => (counts.get(segment) ?? 0) >= least && !/^\d+$/.test(segment)
}
