import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listStrata } from '../../../src/judge/exposure.ts'
import type { Collision } from '../../../src/trial/trial.ts'

/** URLs 0 to 5 with their contents; 4 was fetched twice with the same result, 5 with two results. */
const data = { clusters: Int32Array.of(7, 7, 8, 7, 7, 8), confirmed: new Set([4]), unsettled: new Set([5]) }

/** @param forms the URLs of each form */
const collide = (agreeing: number, trials: number, ...forms: readonly (readonly number[])[]): Collision =>
  ({
    page: 7,
    trials,
    agreeing,
    forms: forms.map((urls) => ({ urls, label: data.clusters[urls[0] as number] })),
  }) as unknown as Collision

const rows = [
  { why: 'two single fetches', collision: collide(1, 1, [0], [1]), stratum: { agreeing: 1, exposed: 2, confirmed: 0 } },
  {
    why: 'three, of which one differs, do not agree',
    collision: collide(1 / 3, 1, [0], [1], [2]),
    stratum: { agreeing: 0, exposed: 3, confirmed: 0 },
  },
  {
    why: 'a form whose URLs agree, and one that was fetched twice',
    collision: collide(1, 1, [0, 1], [4]),
    stratum: { agreeing: 1, exposed: 0, confirmed: 2 },
  },
  { why: 'a URL whose fetches differ', collision: collide(0, 1, [0], [5]), stratum: null },
]
for (const { why, collision, stratum } of rows)
  test(`contents that noise may have affected: ${why}`, () => {
    assert.deepEqual(listStrata([collision], data), stratum === null ? [] : [{ trials: 1, ...stratum }])
  })
