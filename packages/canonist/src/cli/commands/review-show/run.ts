import { LEARNED_RULE } from '@canonist/registry/internal/registry/reviews/learned-rule-kind'
import type { ShownReview } from '@canonist/registry/internal/registry/reviews/show-review'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { createPaint, type Paint } from '../../output/paint.ts'
import { plural } from '@canonist/core/internal/text/plural'
import { print, printJson } from '../../output/print.ts'
import { excerpt, toPrintable } from '@canonist/core/internal/text/printable'
import { showEffect } from '../../output/show-effect.ts'
import { listProofRows } from './list-proof-rows.ts'
import { formatTable } from '../../output/format-table.ts'
import { withCanonist } from '../../with-canonist.ts'
import type { ReviewShowFlags } from './command.ts'

export async function run(environment: Environment, flags: ReviewShowFlags, id: number): Promise<DoneExitCode> {
  return withCanonist(environment, flags, { readOnly: true }, async (canonist) => {
    const review = await (await canonist.registry()).showReview(id)
    if (review === null) {
      environment.notify(`canonist: review ${id} does not exist. Run canonist review list to see the open ones.`)
      return 1
    }
    if (flags.json) await printJson(environment.sink, review)
    else await print(environment.sink, showPage(review, createPaint(environment.hasColour)))
    return 0
  })
}

function showPage(review: ShownReview, paint: Paint): string {
  const { id, kind, count, openedAt, lastSeen, question, examples, effects, detail } = review
  const facts = formatTable([
    [paint('dim', 'review'), `${id}, ${toPrintable(kind)}`],
    [
      paint('dim', 'seen'),
      `${plural(count, kind === LEARNED_RULE ? 'URL' : 'time')}, ${formatDay(openedAt)} to ${formatDay(lastSeen)}`,
    ],
    ...listProofRows(detail).map(([name = '', says = '']) => [paint('dim', name), toPrintable(says)]),
    ...listDecisionRows(review, paint),
  ])
  const shown = examples.map((example) => `    ${excerpt(example)}\n`).join('')
  const parts = [`${paint('bold', toPrintable(question))}\n${facts}`]
  if (examples.length > 0) parts.push(`  ${paint('dim', 'for example')}\n${shown}`)
  const seen = listObserved(detail).map((line) => `    ${line}\n`)
  if (seen.length > 0) parts.push(`  ${paint('dim', 'what was seen')}\n${seen.join('')}`)
  if (effects !== null) {
    parts.push(`  ${paint('green', 'accept')}: ${showEffect(effects.accept, paint)}`)
    parts.push(`  ${paint('red', 'reject')}: ${showEffect(effects.reject, paint)}`)
  }
  return parts.join('\n')
}

function listDecisionRows({ state, decidedBy, decidedAt, why }: ShownReview, paint: Paint): string[][] {
  if (decidedAt === null) return []
  if (decidedBy === null) return [[paint('dim', state), `since ${formatDay(decidedAt)}: the cause is gone`]]
  const reason = why === null ? [] : [[paint('dim', 'why'), toPrintable(why)]]
  return [[paint('dim', state), `by ${toPrintable(decidedBy)}, ${formatDay(decidedAt)}`], ...reason]
}

const formatDay = (time: string): string => time.slice(0, '2026-01-01'.length)

/** What link health saw, one line per observation, from the detail of a review; empty for other reviews. */
function listObserved(detail: unknown): string[] {
  if (typeof detail !== 'object' || detail === null || !('evidence' in detail)) return []
  return Array.isArray(detail.evidence) ? detail.evidence.filter(isObserved).map(formatObserved) : []
}

/** As the registry keeps it: see `reviewsOf` in health/. */
interface Observed {
  readonly at: string
  readonly status: number | null
  readonly failure: string | null
  readonly chain: readonly { readonly status: number; readonly to: string }[]
}

const isObserved = (value: unknown): value is Observed =>
  typeof value === 'object' && value !== null && 'at' in value && 'chain' in value && Array.isArray(value.chain)

function formatObserved({ at, status, failure, chain }: Observed): string {
  const way = chain.map(({ status, to }) => `${status} to ${to}`)
  // If a redirect was not followed, its own status is the last one.
  const end = failure ?? (status === null || chain.at(-1)?.status === status ? [] : `status ${status}`)
  return `${at.slice(0, 16)}Z  ${toPrintable([...way, end].flat().join(', '))}`
}
