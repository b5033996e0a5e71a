import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { computeLikelihoods } from '../../../src/judge/difference-likelihood.ts'

const count = (trials: number, failing: number, exposed: number, confirmed = 0) => ({
  trials,
  agreeing: trials - failing,
  exposed,
  confirmed,
})
const measured = (trials: number, failing: number) => ({ pairs: { trials, agreeing: trials - failing }, least: 0.75 })

const isNear = (actual: number, expected: number, by = 0.002): void =>
  assert.ok(Math.abs(actual - expected) < by, `${actual} is not near ${expected}`)

describe('the most likely share of pages that differ', () => {
  const rows = [
    { why: 'noise that was measured explains all failures', strata: [count(1000, 40, 2)], noise: [1000, 40], best: 0 },
    { why: 'it explains half of them', strata: [count(1000, 80, 2)], noise: [100_000, 4000], best: 0.042 },
    { why: 'no noise was measured', strata: [count(1000, 40, 2)], noise: [100_000, 0], best: 0.04 },
    {
      why: 'noise does not affect contents seen repeatedly',
      strata: [count(1000, 40, 0)],
      noise: [100, 10],
      best: 0.04,
    },
    {
      why: 'now and then it affects two fetches alike',
      strata: [count(1000, 2, 0, 2)],
      noise: [100_000, 19_000],
      best: 0,
    },
    {
      why: 'the more contents a trial has, the more often noise affects one of them',
      strata: [count(1000, 96, 5)],
      noise: [100_000, 3960],
      best: 0,
    },
    {
      why: 'contents seen repeatedly show that a measurement from few pairs is too low',
      strata: [count(1000, 80, 2), count(1000, 0, 0)],
      noise: [50, 1],
      best: 0,
    },
  ] as const
  for (const {
    why,
    strata,
    noise: [pairs, failing],
    best,
  } of rows)
    test(`${best} (${why})`, () => isNear(computeLikelihoods(strata, measured(pairs, failing)).best, best))
})

describe('deviations', () => {
  test('are those of the normal distribution where counts are large', () => {
    const { best, deviationsTo } = computeLikelihoods([count(10_000, 400, 0)], measured(1000, 10))
    const deviation = Math.sqrt((0.04 * 0.96) / 10_000)
    isNear(deviationsTo(best), 0, 0.01)
    isNear(deviationsTo(0.04 + 2 * deviation), 2, 0.1)
  })

  test('are fewer if the noise was measured by fewer pairs', () => {
    const [few, many] = [100, 10_000].map((pairs) =>
      computeLikelihoods([count(600, 48, 2)], measured(pairs, pairs * 0.04)).deviationsTo(0),
    ) as [number, number]
    assert.ok(few < 2 && many > 3.5, `${few}, ${many}`)
  })
})
