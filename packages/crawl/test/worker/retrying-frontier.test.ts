import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Completion, CompletionResult } from '../../src/frontier/complete/completion.ts'
import { StoreError, type StoreErrorCode } from '@canonist/registry/internal/store/errors'
import { createRetryingFrontier, type WorkerFrontier } from '../../src/worker/retrying-frontier.ts'

const createResult = ({ claim: { id } }: Completion): CompletionResult => ({
  ok: false,
  code: 'lease_lost',
  id,
  message: 'written',
})

const createCompletions = (count: number): Completion[] =>
  Array.from({ length: count }, (_, id) => ({ claim: { id, token: 1 }, outcome: { kind: 'returned' } }))

interface Trial {
  readonly sizes: readonly number[]
  readonly ids: readonly number[]
  readonly told: readonly string[]
}

/** Writes eight results to a database that fails as it is told, by how many are written at once and how often it was tried. */
async function writeEight(failure: (size: number, attempt: number) => StoreErrorCode | null): Promise<Trial> {
  const [sizes, told]: [number[], string[]] = [[], []]
  let time = 0
  const complete = async (completions: readonly Completion[]): Promise<CompletionResult[]> => {
    sizes.push(completions.length)
    const code = failure(completions.length, sizes.length)
    if (code !== null) throw new StoreError(code, 'a database')
    return completions.map(createResult)
  }
  const patient = createRetryingFrontier({ complete } as WorkerFrontier, {
    clock: { now: () => time, sleep: async (ms) => void (time += ms) },
    retryUntil: () => 60_000,
    onTrouble: () => void told.push('trouble'),
    onRecovery: () => void told.push('recovery'),
  })
  const answers = await patient.complete(createCompletions(8))
  return { sizes, ids: answers.map(({ id }) => id), told }
}

const ALL = [0, 1, 2, 3, 4, 5, 6, 7]

for (const code of ['store/connection-lost', 'store/timeout'] as const) {
  test(`${code}, if more than three are written at once: written in parts, in order, and reported when it is over`, async () => {
    const { sizes, ids, told } = await writeEight((size) => (size > 3 ? code : null))
    assert.deepEqual(sizes, [8, 8, 4, 4, 2, 2, 4, 4, 2, 2])
    assert.deepEqual(ids, ALL)
    assert.equal(told.at(-1), 'recovery')
  })
}

for (const [why, codes] of [
  ['a connection that breaks once', ['store/connection-lost']],
  ['a server that is away for a while', ['store/connection-lost', 'store/unreachable', 'store/unreachable']],
  ['a full disk', ['store/disk-full', 'store/disk-full', 'store/disk-full']],
] as const) {
  test(`${why}: waited for, and written as a whole`, async () => {
    const { sizes, ids } = await writeEight((_size, attempt) => codes[attempt - 1] ?? null)
    assert.deepEqual(
      sizes,
      [...codes, null].map(() => 8),
    )
    assert.deepEqual(ids, ALL)
  })
}

test('what breaks off even alone is waited for as long as there is patience', async () => {
  await assert.rejects(
    writeEight(() => 'store/connection-lost'),
    { code: 'store/connection-lost' },
  )
})
