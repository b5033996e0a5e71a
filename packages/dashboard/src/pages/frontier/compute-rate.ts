import { formatCount } from '../../ui/format.ts'

interface Sample {
  readonly at: string
  readonly counts: { readonly frontier: { readonly fetched: number } }
}

/** Older samples say nothing about now. */
const WINDOW_MS = 15 * 60_000

/** Pages that were fetched for the first time, per second, over the last minutes of samples; null without two of them. */
export function computeRate(samples: readonly Sample[]): number | null {
  const last = samples.at(-1)
  if (last === undefined) return null
  const end = Date.parse(last.at)
  const first = samples.find(({ at }) => Date.parse(at) >= end - WINDOW_MS)
  if (first === undefined || first === last) return null
  const seconds = (end - Date.parse(first.at)) / 1000
  return Math.max(0, (last.counts.frontier.fetched - first.counts.frontier.fetched) / seconds)
}

/** URLs that were fetched per minute, between each sample and the one before; the first has none before it. */
export const listRates = (samples: readonly Sample[]): number[] =>
  samples.map((sample, index) => {
    const before = samples[index - 1]
    if (before === undefined) return 0
    const minutes = (Date.parse(sample.at) - Date.parse(before.at)) / 60_000
    const more = sample.counts.frontier.fetched - before.counts.frontier.fetched
    return minutes > 0 && more > 0 ? Math.round(more / minutes) : 0
  })

/** `412 a second`, `20 a minute`: the unit in which it is not a fraction. */
export function formatRate(perSecond: number): string {
  const [size, unit] = perSecond >= 1 ? [1, 'a second'] : perSecond * 60 >= 1 ? [60, 'a minute'] : [3600, 'an hour']
  return `${formatCount(Math.round(perSecond * size))} ${unit}`
}
