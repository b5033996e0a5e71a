import type { Canonist } from '../open-canonist.ts'
import { readCountSamples, STEPS, type CountSample, type SampleStep } from './sql/count-samples.ts'

export interface CountHistory {
  readonly step: SampleStep
  /** The oldest first. */
  readonly items: readonly CountSample[]
}

/** More points than a chart has pixels say nothing more. */
const MAX_POINTS = 360

/** How the counts went over the last `spanMs`, by the finest samples that reach back so far. */
export async function readCountHistory({ context }: Canonist, spanMs: number): Promise<CountHistory> {
  const step = chooseStep(spanMs)
  const samples = await readCountSamples(context.database, step, context.now() - spanMs)
  return { step, items: thin(samples) }
}

function chooseStep(spanMs: number): SampleStep {
  if (spanMs <= STEPS.minute.keptMs) return 'minute'
  return spanMs <= STEPS.hour.keptMs ? 'hour' : 'day'
}

/** Every nth sample, always with the newest. */
function thin(samples: readonly CountSample[]): CountSample[] {
  const every = Math.ceil(samples.length / MAX_POINTS)
  return samples.filter((_, index) => (samples.length - 1 - index) % every === 0)
}
