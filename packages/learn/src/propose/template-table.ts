import type { RewriteSpec } from '@canonist/core/internal/policy/spec'
import { groupBy } from '../log/site-state.ts'
import { formatTableKey, type AlignedRow } from './aligned-row.ts'
import { writeRewrite, type Row, type Table } from './write-rewrite.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MIN_SLUGS, MIN_ROWS, MAX_ROWS, ROWS_PER_VALUE } = THRESHOLDS.templateTable

export interface TemplateProposal extends RewriteSpec {
  /** Whether it rewrites the right side to the left. */
  readonly isReverse: boolean
  readonly clusters: ReadonlySet<number>
}

type Proposal = Omit<TemplateProposal, 'isReverse'>

/** Collects aligned pairs in tables, and derives templates from the columns. */
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

/** From left to right. Possible only if the text that only the right side has is the same in all rows. */
function* propose({ left, right, rows }: Table): Generator<Proposal> {
  for (const part of splitByOwn(rows, 'right')) {
    for (const narrow of splitByOwn(part, 'left')) {
      if (collectClusters(narrow).size < MIN_ROWS) continue
      yield* listRewrites({ left, right, rows: narrow })
    }
  }
}

/** Groups rows that are equal in every own column; on the left, a column that varies becomes a star. */
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

/** A rewrite with a variable for each shared column that varies; if a column has few values, also one rewrite per value. */
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

/** If a star matched only texts of several words, also proposes a slug pattern: `/event/#1/*-*` does not match `/event/7/ics`. */
function* listNarrower({ rows }: Table, general: RewriteSpec | null): Generator<Proposal> {
  if (general === null || general.match.split('*').length !== 2 || /\$\*|[-]\*|\*-/.test(general.match)) return
  const slugs = rows.filter(({ left }) => left.some((text) => text.includes('-')))
  if (slugs.length < MIN_SLUGS * rows.length) return
  yield { match: general.match.replace('*', '*-*'), to: general.to, clusters: collectClusters(slugs) }
}

/** If both sides have a text of their own at the same place of a path, proposes to remove it. */
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
