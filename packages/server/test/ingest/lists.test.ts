import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { definePolicy, policies, urlKey } from '@canonist/core'
import { dedupeList } from '@canonist/lists/internal/lists/dedupe-list'
import { normalizeList } from '@canonist/lists/internal/lists/normalize-list'
import { explainUrl } from '../../src/urls/explain-url.ts'
import { normalizeUrl, normalizeUrls } from '../../src/urls/normalize-urls.ts'
import { createTextInput } from '@canonist/lists/internal/io/input'
import { collect } from '../../../registry/test/registry/support/collect.ts'

const POLICY = policies.dedupe
const LIST = [createTextInput('list', 'https://EXAMPLE.com/a#top\nnonsense\n\nhttps://example.com/a\n')]

function memorySink() {
  const chunks: Buffer[] = []
  return {
    write: async (bytes: Buffer): Promise<void> => void chunks.push(Buffer.from(bytes)),
    text: (): string => Buffer.concat(chunks).toString(),
  }
}

test('a list is normalized line by line', async () => {
  const sink = memorySink()
  const progress: number[] = []
  const report = await normalizeList(LIST, sink, {
    policy: POLICY,
    format: 'text',
    onProgress: (_bytes, lines) => progress.push(lines),
  })
  assert.equal(sink.text(), 'https://example.com/a\n\n\nhttps://example.com/a\n')
  assert.deepEqual([report.lines, report.rejected, report.first?.line, progress], [4, 1, 2, [4]])
})

test('a column of a table is normalized', async () => {
  const sink = memorySink()
  const table = [createTextInput('table', 'id,link\n1,https://EXAMPLE.com/\n')]
  await normalizeList(table, sink, { policy: POLICY, format: 'csv', column: 'link' })
  assert.match(sink.text(), /^1,https:\/\/example\.com\//m)
})

test('duplicates are left out, or grouped', async () => {
  const [unique, groups] = [memorySink(), memorySink()]
  const options = { policy: POLICY, salt: 'x' }
  const report = await dedupeList(LIST, unique, { ...options, format: 'text' })
  assert.deepEqual([unique.text(), report.unique, report.accepted], ['https://example.com/a\n', 1, 2])
  await dedupeList(LIST, groups, { ...options, format: 'jsonl', groups: true })
  assert.deepEqual((JSON.parse(groups.text()) as { count: number }).count, 2)
})

test('a job over a list ends with the reason of the signal', async () => {
  const signal = AbortSignal.abort(new Error('enough'))
  const sink = memorySink()
  await assert.rejects(normalizeList(LIST, sink, { policy: POLICY, format: 'text', signal }), /enough/)
  await assert.rejects(dedupeList(LIST, sink, { policy: POLICY, format: 'text', salt: 'x', signal }), /enough/)
  assert.equal(sink.text(), '')
})

test('URLs are normalized with their keys, as they come', async () => {
  assert.deepEqual(normalizeUrl('https://EXAMPLE.com/#top', POLICY), {
    input: 'https://EXAMPLE.com/#top',
    ok: true,
    url: 'https://example.com/',
    key: urlKey('https://example.com/', POLICY),
  })
  const [first, second] = await collect(normalizeUrls(['nonsense', 'https://example.com/'], POLICY))
  assert.ok(first?.ok === false && first.code.startsWith('url/'))
  assert.equal(second?.ok, true)
})

test('an explanation gives the evidence of the rule behind a change', async () => {
  const evidence = { rule: 'example.com: strip sid', support: 9 }
  const policy = definePolicy({
    name: 'learned',
    sites: { 'example.com': { query: { strip: ['sid'] }, evidence: [evidence] } },
  })
  const explanation = await explainUrl('https://example.com/?sid=1', policy)
  assert.ok(explanation.ok)
  assert.deepEqual(explanation.changes.at(-1)?.evidence, [evidence])
  assert.equal((await explainUrl('nonsense', policy)).ok, false)
})
