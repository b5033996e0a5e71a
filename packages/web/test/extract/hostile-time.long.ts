import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOSTILE, writeHostile, type Hostile } from './support/hostile.ts'
import { timeReaders } from './support/readers.ts'

const MEBIBYTE = 1_048_576

/** More CPU time than this must no document of 5 MiB take, whatever it holds. */
const MOST_MS = 2000

// Linear work takes 2 and 5 times as long, quadratic work 4 and 25 times. Short times are mostly noise.
const MOST_FOR_TWO = 3.5
const MOST_FOR_FIVE = 12
const LEAST_MS = 40

/** The least CPU time of each reader in so many runs: other programs can only add to it. */
async function measureReaders(hostile: Hostile, mebibytes: number, runs: number): Promise<Map<string, number>> {
  const body = writeHostile(hostile, mebibytes * MEBIBYTE)
  const least = new Map<string, number>()
  for (let run = 0; run < runs; run += 1) {
    for (const { reader, ms } of await timeReaders(body, hostile.headers)) {
      least.set(reader, Math.min(ms, least.get(reader) ?? ms))
    }
  }
  return least
}

async function findSlow(hostile: Hostile, runs: number): Promise<string[]> {
  const one = await measureReaders(hostile, 1, runs)
  const two = await measureReaders(hostile, 2, runs)
  const five = await measureReaders(hostile, 5, runs)
  const isSlow = (reader: string): boolean => {
    const base = Math.max(one.get(reader) ?? 0, LEAST_MS)
    const [second = 0, fifth = 0] = [two.get(reader), five.get(reader)]
    return fifth > MOST_MS || second > base * MOST_FOR_TWO || fifth > base * MOST_FOR_FIVE
  }
  const figures = (reader: string): string =>
    [one, two, five].map((times) => Math.round(times.get(reader) ?? 0)).join(', ')
  return [...five.keys()].filter(isSlow).map((reader) => `${reader}: ${figures(reader)} ms for 1, 2 and 5 MiB`)
}

for (const hostile of HOSTILE) {
  test(`1, 2 and 5 MiB of ${hostile.name}`, async () => {
    const suspects = await findSlow(hostile, 1)
    if (suspects.length > 0) assert.deepEqual(await findSlow(hostile, 3), [], `at first: ${suspects.join('; ')}`)
  })
}
