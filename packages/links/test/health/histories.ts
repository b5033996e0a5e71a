import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckPriority } from '../../src/health/priority.ts'
import { findFault, liveThrough } from './support/live-through.ts'
import { linkLives } from './support/link-lives.ts'

const PRIORITIES: readonly CheckPriority[] = ['P0', 'P1', 'P2']

/** Lives of links, each known beforehand: none is held for gone that is not, and none that is gone is missed. */
export function testHistories(count: number, seed: number): void {
  test(`${count} link histories: no false gone, none missed after three checks`, async (t) => {
    const faults: string[] = []
    let looks = 0
    for (const [index, life] of linkLives(count, seed).entries()) {
      const lived = await liveThrough(life, seed + index, PRIORITIES[index % 3] ?? 'P0')
      looks += lived.length
      const fault = findFault(life, lived)
      if (fault !== null) faults.push(fault)
    }
    t.diagnostic(`${count} histories, ${looks} looks, seed ${seed}`)
    assert.deepEqual(faults, [])
  })
}
