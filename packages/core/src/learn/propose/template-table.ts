import type { RewriteSpec } from '../../policy/spec.ts'
import { groupBy } from '../log/site-state.ts'
import { formatTableKey, type AlignedRow } from './aligned-row.ts'
import { writeRewrite, type Row, type Table } from './write-rewrite.ts'
import { THRESHOLDS } from '../thresholds.ts'

const { MIN_SLUGS, MIN_ROWS, MAX_ROWS, ROWS_PER_VALUE } = THRESHOLDS.templateTable

export interface TemplateProposal extends RewriteSpec {
  /** From the right side to the left. */
  readonly isReverse: boolean
  readonly clusters: ReadonlySet<number>
}

type Proposal = Omit<TemplateProposal, 'isReverse'>

/** Gathers pairs of one host and makes templates of what they have in common. */
export class TemplateTables {
  readonly #tables = new Map<string, Table & { readonly rows: Row[] }>()

  add({ key, left, right, ...row }: AlignedRow, cluster: number): void {
    let table = this.#tables.get(key)
    if (table === undefined) this.#tables.set(key, (table = { left: left.slots, right: right.slots, rows: [] }))
    if (table.rows.length < MAX_ROWS) table.rows.push({ cluster, shared: row.shared, left: left.own, right: right.own })
  }

  *list(): Generator<TemplateProposal> {
    for (const table of this.#tables.values()) yield* listProposals(table)
  }
}

function* listProposals(table: Table): Generator<TemplateProposal> {
  if (collectClusters(table.rows).size < MIN_ROWS) return
  const forward = [...propose(table)]
  for (const proposal of forward) yield { ...proposal, isReverse: false }
  if (forward.length === 0) {
    const swapped = { left: table.right, right: table.left, rows: table.rows.map(swapSides) }
    for (const proposal of propose(swapped)) yield { ...proposal, isReverse: true }
  }
  for (const proposal of proposeDropping(table)) yield { ...proposal, isReverse: false }
}

const swapSides = ({ cluster, shared, left, right }: Row): Row => ({ cluster, shared, left: right, right: left })

const collectClusters = (rows: readonly Row[]): Set<number> => new Set(rows.map(({ cluster }) => cluster))

/** From left to right: possible where all that only the right has is always the same. */
function* propose({ left, right, rows }: Table): Generator<Proposal> {
  for (const part of splitByOwn(rows, 'right')) {
    for (const narrow of splitByOwn(part, 'left')) {
      if (collectClusters(narrow).size < MIN_ROWS) continue
      yield* listRewrites({ left, right, rows: narrow })
    }
  }
}

/** Rows that have the same in every column of their own; on the left a column that varies is left to a star. */
function splitByOwn(rows: readonly Row[], side: 'left' | 'right'): (readonly Row[])[] {
  const columns = rows[0]?.[side].length ?? 0
  const fixed = Array.from({ length: columns }, (_, column) => column).filter(
    (column) => side === 'right' || !isVarying(rows.map((row) => row[side][column] ?? '')),
  )
  return [...groupBy(rows, (row) => fixed.map((column) => row[side][column]).join('\u0001')).values()]
}

function isVarying(values: readonly string[]): boolean {
  return new Set(values).size * ROWS_PER_VALUE > values.length && new Set(values).size > 1
}

/** With a variable for each shared column that varies; where one takes few values, also with each of these written out. */
function* listRewrites(table: Table): Generator<Proposal> {
  const general = writeRewrite(table)
  if (general !== null) yield { ...general, clusters: collectClusters(table.rows) }
  yield* listNarrower(table, general)
  const columns = table.rows[0]?.shared.length ?? 0
  for (let column = 0; column < columns; column++) {
    const groups = groupBy(table.rows, ({ shared }) => shared[column] ?? '')
    if (groups.size < 2 || groups.size * ROWS_PER_VALUE > table.rows.length) continue
    for (const rows of groups.values()) {
      const special = collectClusters(rows).size < MIN_ROWS ? null : writeRewrite({ ...table, rows })
      if (special !== null) yield { ...special, clusters: collectClusters(rows) }
    }
  }
}

/** A star that only ever took several words is also offered as one that takes nothing else: `/event/#1/*-*` spares `/event/7/ics`. */
function* listNarrower({ rows }: Table, general: RewriteSpec | null): Generator<Proposal> {
  if (general === null || general.match.split('*').length !== 2 || /\$\*|[-]\*|\*-/.test(general.match)) return
  const slugs = rows.filter(({ left }) => left.some((text) => text.includes('-')))
  if (slugs.length < MIN_SLUGS * rows.length) return
  yield { match: general.match.replace('*', '*-*'), to: general.to, clusters: collectClusters(slugs) }
}

/** Both sides have a text of their own in the same place of a path: it means nothing, and goes. */
function* proposeDropping(table: Table): Generator<Proposal> {
  const { left, right, rows } = table
  if (formatTableKey(left) !== formatTableKey(right) || rows[0]?.left.length !== 1) return
  const at = left.findIndex((slot) => typeof slot !== 'string' && slot.kind === 'own')
  const before = left[at - 1]
  if (
    typeof before !== 'string' ||
    !/[/_.~,-]$/.test(before) ||
    /[?&=]/.test(
      left
        .slice(0, at)
        .filter((slot) => typeof slot === 'string')
        .join(''),
    )
  )
    return
  const shorter = [...left.slice(0, at - 1), before.slice(0, -1), ...left.slice(at + 1)].filter((slot) => slot !== '')
  const varied = rows.flatMap((row) => [row, swapSides(row)])
  const rewrite = writeRewrite({ left, right: shorter, rows: varied })
  if (rewrite !== null && rewrite.match.includes('*') && rewrite.to.startsWith('/'))
    yield { ...rewrite, clusters: collectClusters(rows) }
}
