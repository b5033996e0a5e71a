import type { Review } from '@canonist/registry/internal/registry/reviews/review'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { createPaint, type Paint } from '../../output/paint.ts'
import { print, printJsonLine } from '../../output/print.ts'
import { excerpt, toPrintable } from '@canonist/core/internal/text/printable'
import { formatTable } from '../../output/format-table.ts'
import { withCanonist } from '../../with-canonist.ts'
import type { ReviewListFlags } from './command.ts'

export async function run(environment: Environment, flags: ReviewListFlags): Promise<DoneExitCode> {
  const { state, kind, json } = flags
  return withCanonist(environment, flags, { readOnly: true }, async (canonist): Promise<DoneExitCode> => {
    const paint = createPaint(environment.hasColour)
    const rows: string[][] = []
    let count = 0
    for await (const review of (await canonist.registry()).streamReviews({ state, kind })) {
      count += 1
      if (json) await printJsonLine(environment.sink, review)
      else rows.push(formatReview(review, paint))
    }
    if (!json) await print(environment.sink, formatTable(rows, ''))
    if (count === 0) environment.notify(describeNone(flags))
    return 0
  })
}

function describeNone({ state, kind }: ReviewListFlags): string {
  const which = state === 'all' ? '' : state === 'over' ? 'past ' : `${state} `
  return `canonist: There are no ${which}reviews${kind === undefined ? '' : ` of kind ${toPrintable(kind)}`}`
}

/** There is one review per cause, so a table of all reviews fits into memory. */
function formatReview({ id, kind, subject, count, state, decidedBy }: Review, paint: Paint): string[] {
  const who = decidedBy === null ? '' : ` by ${toPrintable(decidedBy)}`
  return [
    paint('bold', String(id)),
    toPrintable(kind),
    excerpt(subject),
    `${count.toLocaleString('en')} ×`,
    paint(state === 'open' ? 'yellow' : 'dim', `${state}${who}`),
  ]
}
