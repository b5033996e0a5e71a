import { RunError } from '../../run-error.ts'
import type { Canonist } from '@canonist/server/internal/canonist/open-canonist'
import type { RefusedDecision } from '@canonist/registry/internal/registry/reviews/plan-decision'
import type { Review } from '@canonist/registry/internal/registry/reviews/review'
import type { ReviewVerb } from '@canonist/registry/internal/registry/reviews/consequence'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { createPaint } from '../../output/paint.ts'
import { print, printJson } from '../../output/print.ts'
import { toPrintable } from '@canonist/core/internal/text/printable'
import { showEffect } from '../../output/show-effect.ts'
import { withCanonist } from '../../with-canonist.ts'
import type { DecideFlags } from './command.ts'

type Decide = (environment: Environment, flags: DecideFlags, id: number) => Promise<DoneExitCode>

export function createDecider(verb: ReviewVerb): Decide {
  return (environment, flags, id) =>
    withCanonist(environment, flags, { mustExist: true }, (canonist) =>
      flags.dryRun
        ? showPreview(environment, flags, canonist, { verb, id })
        : decide(environment, flags, canonist, { verb, id }),
    )
}

interface Request {
  readonly verb: ReviewVerb
  readonly id: number
}

async function showPreview(
  environment: Environment,
  flags: DecideFlags,
  canonist: Canonist,
  { verb, id }: Request,
): Promise<DoneExitCode> {
  const preview = await (await canonist.registry()).previewDecision(id, { verb, value: readValue(flags.to) })
  if (!preview.ok) return reportRefused(environment, preview, id)
  if (flags.json) await printJson(environment.sink, preview.effect)
  else await print(environment.sink, showEffect(preview.effect, createPaint(environment.hasColour)))
  return 0
}

async function decide(
  environment: Environment,
  flags: DecideFlags,
  canonist: Canonist,
  { verb, id }: Request,
): Promise<DoneExitCode> {
  const by = flags.by ?? environment.userName()
  const registry = await canonist.registry()
  const outcome = await registry.decideReview(id, {
    verb,
    by,
    why: flags.why ?? null,
    value: readValue(flags.to),
  })
  if (flags.json) await printJson(environment.sink, outcome)
  if (outcome.ok) {
    if (!flags.json) await print(environment.sink, `${describeDecision(outcome.review)}\n`)
    return 0
  }
  return reportRefused(environment, outcome, id)
}

function reportRefused(environment: Environment, refused: RefusedDecision, id: number): DoneExitCode {
  if (refused.code === 'review/not-possible') throw new RunError(`review ${id}: ${refused.reason}`, 2)
  environment.notify(`canonist: ${describeRefusal(refused, id)}`)
  return 1
}

/** JSON, or else the text itself. */
function readValue(text: string | undefined): unknown {
  if (text === undefined || !text.trimStart().startsWith('{')) return text
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new RunError(`--to is not JSON (${String(error)}). Correct it.`, 2, error)
  }
}

function describeRefusal(refused: RefusedDecision, id: number): string {
  if (refused.code === 'review/unknown')
    return `review ${id} does not exist. Run canonist review list to see the open ones.`
  return `${describeDecision(refused.review, 'already ')}. Nothing was changed.`
}

function describeDecision({ id, state, decidedBy, decidedAt, why }: Review, already = ''): string {
  const reason = why === null ? '' : ` (${toPrintable(why)})`
  return `review ${id} was ${already}${state} by ${toPrintable(decidedBy ?? '')} on ${decidedAt?.slice(0, 10)}${reason}`
}
