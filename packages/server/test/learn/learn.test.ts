import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../src/canonist/errors.ts'
import { openPoliteFetcher } from '../../src/fetching/open-fetcher.ts'
import { learnFromLogs, learnFromRegistry } from '../../src/learn/learn.ts'
import { probeLearned } from '../../src/learn/probe-learned.ts'
import { proposeLearned, publishLearned } from '../../src/learn/publish-learned.ts'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { createTextInput } from '@canonist/lists/internal/io/input'
import { forumLog, jsonLines } from '../../../learn/test/learn/forum-log.ts'

const LOG = createTextInput('crawl.jsonl', jsonLines(forumLog(60)))

test('rules are learned from logs, and published with examples', async () => {
  const progress: number[] = []
  const { result, log, sample } = await learnFromLogs([LOG], {
    name: 'forum',
    onProgress: (_bytes, lines) => progress.push(lines),
  })
  assert.deepEqual([log?.lines, sample, progress.at(-1)], [240, null, 240])
  const { policy } = publishLearned(result)
  assert.equal(policy.name, 'forum')
  assert.ok((policy.examples ?? []).length > 0)
})

test('learning ends with the reason of the signal', async () => {
  const signal = AbortSignal.abort(new Error('enough'))
  await assert.rejects(learnFromLogs([LOG], { signal }), /enough/)
})

test('a log that is not sorted although it should be has a code', async () => {
  const urls = ['https://a.example.com/', 'https://b.example.net/', 'https://a.example.com/x']
  const log = createTextInput('crawl.jsonl', jsonLines(urls.map((url) => ({ url, status: 200, contentHash: url }))))
  await assert.rejects(
    learnFromLogs([log], { sorted: true }),
    (error) => error instanceof AppError && error.code === 'app/unsorted-log' && error.thing === 'example.com',
  )
})

test('a registry learns, and a reviewer gets each rule once', async () => {
  const canonist = await openCanonist(':memory:')
  const registry = await canonist.registry()
  await registry.ingest(['https://example.com/a'])
  const { result, log } = await learnFromRegistry(canonist)
  assert.deepEqual([log, result.figures.urls, result.policy.extends], [null, 1, 'dedupe'])
  const learned = publishLearned((await learnFromLogs([LOG])).result)
  const first = await proposeLearned(registry, learned)
  assert.ok(first.length > 0 && first.every((raised) => raised === 'new'))
  assert.ok((await proposeLearned(registry, learned)).every((raised) => raised === 'waiting'))
  await canonist.close()
})

test('a probe ends with the reason of the signal', async () => {
  const log = createTextInput(
    'list.txt',
    forumLog(60)
      .map(({ url }) => url)
      .join('\n'),
  )
  const learned = await learnFromLogs([log], { format: 'text', keepsSample: true })
  assert.ok(learned.result.doubtful.length > 0)
  const fetcher = openPoliteFetcher({ connectTo: { ':443': '127.0.0.1:9' }, hostDelayMs: 0 })
  const signal = AbortSignal.abort(new Error('enough'))
  await assert.rejects(probeLearned(learned, { fetcher, budget: 20, maxRedirects: 5, signal }), /enough/)
  const { isNetworkSilent, requests } = await probeLearned(learned, { fetcher, budget: 5, maxRedirects: 5 })
  assert.ok(isNetworkSilent && requests > 0)
  await fetcher.close()
})
