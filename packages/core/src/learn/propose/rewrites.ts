import { rewriteTo, type Edit } from '../edit.ts'
import { resourceOf, type Form } from '../form.ts'
import type { SiteState } from '../site-state.ts'
import { TemplateTables } from './template-table.ts'

export interface RewriteProposal {
  readonly host: string
  readonly edit: Edit
  readonly clusters: ReadonlySet<number>
}

const LEAST_CLUSTERS = 3
const MOST_A_HOST = 40

/** Pairs of forms of one host that no field can make equal, and the rewrites that would. */
export class RewriteProposer {
  readonly #tables = new Map<string, TemplateTables>()
  readonly #prefixes = new Map<string, Map<string, Set<number>>>()

  add(from: Form, to: Form): void {
    let tables = this.#tables.get(from.host)
    if (tables === undefined) this.#tables.set(from.host, (tables = new TemplateTables()))
    tables.add(resourceOf(from), resourceOf(to), from.label)
    const prefix = prefixRewrite(from, to)
    if (prefix === null) return
    let prefixes = this.#prefixes.get(from.host)
    if (prefixes === undefined) this.#prefixes.set(from.host, (prefixes = new Map<string, Set<number>>()))
    const clusters = prefixes.get(prefix) ?? new Set()
    prefixes.set(prefix, clusters.add(from.label))
  }

  proposals(): RewriteProposal[] {
    return [...this.#tables].flatMap(([host, tables]) => {
      const edits = new Map<string, RewriteProposal>()
      const add = (edit: Edit, clusters: ReadonlySet<number>): void => void edits.set(edit.id, { host, edit, clusters })
      for (const { match, to, clusters } of tables.proposals()) add(rewriteTo({ match, to }), clusters)
      for (const [prefix, clusters] of this.#prefixes.get(host) ?? []) {
        const [match = '', to = ''] = prefix.split(' ')
        if (clusters.size >= LEAST_CLUSTERS) add(rewriteTo({ match, to }), clusters)
      }
      return [...edits.values()].toSorted(byClusters).slice(0, MOST_A_HOST)
    })
  }
}

const byClusters = (a: RewriteProposal, b: RewriteProposal): number =>
  b.clusters.size - a.clusters.size || (a.edit.id < b.edit.id ? -1 : 1)

/** `/en/$*` to `/$*`: paths that only begin differently, whatever follows. */
function prefixRewrite(from: Form, to: Form): string | null {
  if (from.query !== to.query) return null
  const [a, b] = [from.path.split('/'), to.path.split('/')]
  let same = 0
  while (same < Math.min(a.length, b.length) - 1 && a.at(-1 - same) === b.at(-1 - same)) same++
  if (same === 0) return null
  const [start, end] = [a.slice(1, a.length - same), b.slice(1, b.length - same)]
  const isFixed = [...start, ...end].every((segment) => /^[A-Za-z._-]{1,24}$/.test(segment))
  if (!isFixed || start.length === 0 || start.length + end.length > 3) return null
  return `/${[...start, '$*'].join('/')} /${[...end, '$*'].join('/')}`
}

/** How forms are told apart where a wildcard must have been tried on their kind. */
export function shapeOf(path: string, isCommon: (segment: string) => boolean): string {
  return path
    .split('/')
    .map((segment) => (isCommon(segment) ? segment : kindOf(segment)))
    .join('/')
}

function kindOf(segment: string): string {
  if (segment === '') return ''
  const extension = /\.[a-z0-9]{1,5}$/i.exec(segment)?.[0] ?? ''
  const name = segment.slice(0, segment.length - extension.length)
  if (/^\d+$/.test(name)) return `#${extension}`
  return (/^\d/.test(name) ? '#x' : /\d$/.test(name) ? 'x#' : 'x') + extension
}

/** Segments that a good part of the forms have. */
export function findCommonSegments(state: SiteState): (segment: string) => boolean {
  const counts = new Map<string, number>()
  for (const { path } of state.forms)
    for (const segment of path.split('/')) counts.set(segment, (counts.get(segment) ?? 0) + 1)
  const least = Math.max(10, state.forms.length / 100)
  return (segment) => (counts.get(segment) ?? 0) >= least && !/^\d+$/.test(segment)
}
