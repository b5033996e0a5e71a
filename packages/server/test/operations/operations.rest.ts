import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { z } from 'zod'
import type { NetworkOptions } from '../../src/fetching/open-fetcher.ts'
import { openCanonist, type Canonist } from '../../src/canonist/open-canonist.ts'
import { OPERATIONS, type OperationName } from '../../src/operations/index.ts'
import { InputError, runOperation, type Operation } from '../../src/operations/operation.ts'
import { Runner } from '../../src/runs/runner.ts'
import { DatabaseSessions } from '../../src/sessions/database-sessions.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { openFilled, openFor, PREPARATIONS, raiseRule } from '@canonist/test-support/filled-canonist.ts'

const operations = Object.entries(OPERATIONS) as [OperationName, Operation][]

test('names are those of the table, and no two operations share a path', () => {
  for (const [name, operation] of operations) assert.equal(operation.name, name)
  const paths = operations.map(([, { method, path }]) => `${method} ${path}`)
  assert.deepEqual([...new Set(paths)], paths)
})

for (const [name, operation] of operations) {
  test(`${name}: role and effect agree, and the summary is a sentence`, () => {
    const { role, effect, method, summary } = operation
    if (effect !== 'reads') assert.ok(role === 'write' || role === 'admin', role)
    if (effect !== 'reads') assert.notEqual(method, 'GET')
    assert.match(summary, /^[A-Z][^.]+\.$/)
  })

  test(`${name}: every parameter of the path is a field of the input`, () => {
    const { properties = {} } = z.toJSONSchema(operation.input, { io: 'input' })
    for (const [, field = ''] of operation.path.matchAll(/\{(\w+)\}/g)) assert.ok(field in properties, field)
  })

  test(`${name}: input and output have a JSON Schema`, () => {
    for (const schema of [operation.input, operation.output]) assert.ok(z.toJSONSchema(schema, { io: 'input' }))
  })

  test(`${name}: the examples are valid, and an unknown field is not`, () => {
    assert.ok(operation.examples.length > 0)
    for (const example of operation.examples) {
      assert.ok(operation.input.safeParse(example).success, JSON.stringify(example))
      const more = { ...(example as object), nobodyKnowsThis: 1 }
      assert.equal(operation.input.safeParse(more).success, false)
    }
  })
}

const server = createServer((request, response) => {
  response.sendDate = false
  if (request.url === '/move') response.writeHead(301, { location: '/' }).end()
  else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Tea</title>')
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close())
const network: NetworkOptions = {
  connectTo: { ':80': `127.0.0.1:${(server.address() as AddressInfo).port}`, ':443': '127.0.0.1:9' },
}

const context = { actor: 'ada', network, session: 1 }

/** Besides the examples, which are run as well. */
const MORE: Partial<Record<OperationName, readonly object[]>> = {
  explain: [{ url: 'https://example.com/?b=1&a=2', policy: 'sources' }],
  compare: [{ a: 'https://example.com/a', b: 'https://example.com/b' }],
  resolve: [{ url: 'http://example.com/move' }, { url: 'nonsense' }],
  canonicalize: [{ url: 'http://example.com/?utm_source=x' }, { url: 'nonsense' }],
  admit: [
    { url: 'nonsense', policy: 'sources' },
    {
      url: 'http://example.com/',
      policy: { version: '1', extends: 'sources', hosts: { allow: ['example.com'] } },
      record: true,
    },
  ],
  cite: [{ urls: ['https://example.com/', 'nonsense'], policy: 'sources' }],
  decideReviews: [
    {
      decisions: [
        { id: 1, decision: 'accept' },
        { id: 1, decision: 'reject' },
        { id: 99, decision: 'edit' },
      ],
    },
  ],
  rekey: [{ to: 'links' }, { to: 'dedupe' }],
  getPolicy: [{ name: 'sources' }],
  requeueFrontierUrls: [{ ids: [1] }],
  listPages: [
    { prefix: 'https://example.com/t', limit: 1 },
    { q: 'exam', limit: 1 },
    { linkType: 'homepage' },
    { verdict: 'healthy' },
  ],
  listFrontierUrls: [
    { q: 'exam' },
    { q: 'https://example.com/', state: 'pending' },
    { host: 'example.com', limit: 1 },
    { reason: 'read_timeout' },
    { reason: 'read_timeout,gone', reasonClass: 'http' },
  ],
  listVerdicts: [{ verdict: 'healthy', limit: 1 }, { verdicts: 'healthy,gone' }],
  listLearned: [{ state: 'all', limit: 1 }],
  listAliases: [{ id: 1, limit: 1 }],
}

const failures = [
  { name: 'findPage', input: { url: 'https://unknown.example/' }, code: 'app/not-found', kind: 'missing' },
  { name: 'loadExamples', input: {}, code: 'app/not-empty', kind: 'conflict' },
  { name: 'getCountHistory', input: { hours: 0 }, code: 'app/bad-input', kind: 'invalid' },
  { name: 'sampleUrls', input: { size: 'many' }, code: 'app/bad-input', kind: 'invalid' },
  { name: 'getPage', input: { id: true }, code: 'app/bad-input', kind: 'invalid' },
  { name: 'getPage', input: { id: '0x1' }, code: 'app/bad-input', kind: 'invalid' },
  { name: 'getPageHistory', input: { id: 77 }, code: 'app/not-found', kind: 'missing' },
  { name: 'getVerdict', input: { id: 77 }, code: 'app/not-found', kind: 'missing' },
  { name: 'getChanges', input: { since: 'yesterday' }, code: 'app/bad-input', kind: 'invalid' },
  { name: 'listVerdicts', input: { verdicts: 'gone,lost' }, code: 'app/bad-input', kind: 'invalid' },
  { name: 'rankHealthHosts', input: { limit: 0 }, code: 'app/bad-input', kind: 'invalid' },
  { name: 'undoRekey', input: { run: 77 }, code: 'registry/no-such-run', kind: 'missing' },
  { name: 'listAliases', input: { id: 77 }, code: 'app/not-found', kind: 'missing' },
  { name: 'getPage', input: { id: '77' }, code: 'app/not-found', kind: 'missing' },
  { name: 'getReview', input: { id: 77 }, code: 'review/unknown', kind: 'missing' },
  {
    name: 'decideReview',
    input: { id: 1, decision: 'edit', value: 'x' },
    code: 'review/not-possible',
    kind: 'invalid',
  },
  { name: 'undoDecision', input: { id: 1 }, code: 'review/not-decided', kind: 'conflict' },
  { name: 'undoDecision', input: { id: 77 }, code: 'review/unknown', kind: 'missing' },
  { name: 'requeueFrontierUrls', input: {}, code: 'app/no-filter', kind: 'usage' },
  { name: 'prioritizeFrontierUrls', input: { priority: 'high' }, code: 'app/no-filter', kind: 'usage' },
  { name: 'prioritizeFrontierUrls', input: { host: 'example.com' }, code: 'app/bad-input', kind: 'invalid' },
  { name: 'forgetFrontierUrls', input: {}, code: 'app/no-filter', kind: 'usage' },
  { name: 'explainFrontierUrl', input: { url: 'https://unknown.example/' }, code: 'app/not-found', kind: 'missing' },
  { name: 'getHost', input: { host: 'unknown.example' }, code: 'app/not-found', kind: 'missing' },
  { name: 'pauseHost', input: { host: 'unknown.example' }, code: 'app/not-found', kind: 'missing' },
  { name: 'pauseHost', input: { host: 'example.com', for: 'long' }, code: 'app/bad-input', kind: 'invalid' },
  { name: 'adoptLearned', input: { id: 1 }, code: 'app/not-found', kind: 'missing' },
  { name: 'endSession', input: { id: 77 }, code: 'app/not-found', kind: 'missing' },
  { name: 'endSessions', input: {}, code: 'app/bad-input', kind: 'invalid' },
  { name: 'getRun', input: { id: 77 }, code: 'run/not-found', kind: 'missing' },
  { name: 'listRunLog', input: { id: 77 }, code: 'run/not-found', kind: 'missing' },
  { name: 'startRun', input: { kind: 'check' }, code: 'run/unavailable', kind: 'unavailable' },
  { name: 'startRun', input: { kind: 'ingest', options: {} }, code: 'app/bad-input', kind: 'invalid' },
  { name: 'startRun', input: { kind: 'dance' }, code: 'app/bad-input', kind: 'invalid' },
  { name: 'getPolicy', input: { name: 'nothere' }, code: 'app/unknown-policy', kind: 'missing' },
  {
    name: 'cite',
    input: { urls: [], policy: { hosts: { allow: ['a b'] } } },
    code: 'app/bad-policy',
    kind: 'invalid',
  },
  {
    name: 'admit',
    input: { url: 'x', policy: { hosts: { allow: ['a b'] } } },
    code: 'app/bad-policy',
    kind: 'invalid',
  },
  { name: 'cite', input: { urls: [], policy: 'nothere' }, code: 'app/bad-input', kind: 'invalid' },
  { name: 'normalize', input: { urls: [], policy: { www: 'perhaps' } }, code: 'app/bad-policy', kind: 'invalid' },
  { name: 'normalize', input: { urls: 'x' }, code: 'app/bad-input', kind: 'invalid' },
] as const

test('the retention is that of the options, or the default of each', async () => {
  const canonist = await openCanonist(':memory:', { keepLogMs: 5000, keepAdmissions: 7 })
  const { limits } = await runOperation(OPERATIONS.getRetention, canonist, {}, context)
  const kept = Object.fromEntries(limits.map(({ data, keptMs, keptRows }) => [data, keptMs ?? keptRows]))
  const day = 86_400_000
  assert.deepEqual(kept, {
    pages: null,
    frontier_log: 5000,
    rejected: 365 * day,
    admissions: 7,
    observations: 30,
    runs: 30 * day,
    uploads: 7 * day,
    events: 10_000,
    counts_by_minute: 2 * day,
    counts_by_hour: 90 * day,
    counts_by_day: 1825 * day,
  })
  assert.deepEqual(
    limits.flatMap(({ option }) => option ?? []),
    ['keepLogMs', 'keepRejectedMs', 'keepAdmissions'],
  )
  await canonist.close()
})

const databases = await bothDatabases()

interface Opened {
  readonly canonist: Canonist
  readonly runner: Runner
}

/** Runs a test on a database of each kind that suits the operation: see `openFor`. */
async function onBoth(use: (opened: readonly Opened[]) => Promise<void>, name?: string): Promise<void> {
  const opened: Opened[] = []
  try {
    for (const each of databases) {
      const canonist = await openFor(name as OperationName | undefined, await each.freshLocation())
      opened.push({ canonist, runner: await Runner.open(canonist) })
    }
    await use(opened)
  } finally {
    for (const { canonist, runner } of opened) {
      await runner.close()
      await canonist.close()
    }
  }
}

/** The output as it goes over the wire, without what differs from run to run. */
function send(output: unknown): unknown {
  const text = JSON.stringify(output)
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"1970-01-01T00:00:00.000Z"')
    .replaceAll(/"ms":\d+/g, '"ms":0')
    .replaceAll(/"database":"[^"]*"/g, '"database":"…"')
  return JSON.parse(text) as unknown
}

async function assertAlike(opened: readonly Opened[], operation: Operation, input: object): Promise<void> {
  const outputs: unknown[] = []
  for (const { canonist, runner } of opened) {
    await PREPARATIONS[operation.name as OperationName]?.({ canonist, network, runner })
    const sessions = new DatabaseSessions(canonist.context.database, Date.now)
    const output = send(await runOperation(operation, canonist, input, { ...context, runner, sessions }))
    const parsed = operation.output.safeParse(output)
    assert.ok(parsed.success, parsed.error?.message)
    outputs.push(output)
  }
  assert.deepEqual(outputs[1], outputs[0])
}

const TRIED = operations.flatMap(([name, operation]) =>
  [...operation.examples, ...(MORE[name] ?? [])].map((input) => ({
    operation,
    input: input as object,
    title: `${name} ${JSON.stringify(input)}: the output has its schema, and is the same on both databases`,
    // A fresh schema of a server takes long.
    mayShare: operation.effect === 'reads' && PREPARATIONS[name] === undefined,
  })),
)

test('operations that only read', (t) =>
  onBoth(async (opened) => {
    for (const { title, operation, input } of TRIED.filter(({ mayShare }) => mayShare))
      await t.test(title, () => assertAlike(opened, operation, input))
  }))

for (const { title, operation, input } of TRIED.filter(({ mayShare }) => !mayShare))
  test(title, () => onBoth((opened) => assertAlike(opened, operation, input), operation.name))

test('operations that fail', (t) =>
  onBoth(async (opened) => {
    for (const { name, input, code, kind } of failures)
      await t.test(`${name} ${JSON.stringify(input)}: ${code}`, async () => {
        for (const { canonist } of opened)
          await assert.rejects(runOperation(OPERATIONS[name] as Operation, canonist, input, context), { code, kind })
      })
  }))

for (const { dialect, freshLocation } of databases) {
  test(`${dialect}: a fault of the input is named with its place`, async () => {
    const canonist = await openFilled(await freshLocation())
    const input = { urls: ['https://example.com/', 7] }
    await assert.rejects(runOperation(OPERATIONS.normalize, canonist, input, context), (error) => {
      assert.ok(error instanceof InputError)
      assert.deepEqual(
        error.errors.map(({ path }) => path),
        ['urls[1]'],
      )
      return true
    })
    await canonist.close()
  })

  test(`${dialect}: a list has the same link types to show as a page`, async () => {
    const canonist = await openCanonist(await freshLocation())
    const registry = await canonist.registry()
    const urls = ['https://a.example/search?page=2&q=tea', 'https://a.example/prices', 'https://a.example/']
    await registry.ingest(urls)
    const { items } = await runOperation(OPERATIONS.listPages, canonist, {}, context)
    assert.deepEqual(
      items.map(({ canonicalUrl, shownLinkType }) => [canonicalUrl, shownLinkType]),
      urls.map((url, index) => [url, ['section', null, 'homepage'][index]]),
    )
    for (const { id, shownLinkType } of items) {
      const page = await runOperation(OPERATIONS.getPage, canonist, { id: String(id) }, context)
      assert.equal(page.shownLinkType, shownLinkType)
    }
    await canonist.close()
  })

  test(`${dialect}: a review is decided by the one who asks`, async () => {
    const canonist = await openFilled(await freshLocation())
    const input = { id: 1, decision: 'reject', note: 'because' }
    const { review } = await runOperation(OPERATIONS.decideReview, canonist, input, context)
    assert.deepEqual([review.state, review.decidedBy, review.why], ['rejected', 'ada', 'because'])
    await assert.rejects(runOperation(OPERATIONS.decideReview, canonist, input, context), { code: 'review/decided' })
    await canonist.close()
  })

  test(`${dialect}: the preview of several decisions is what they change together, on all their sites`, async () => {
    const canonist = await openCanonist(await freshLocation())
    const registry = await canonist.registry()
    const listUrls = (host: string) => [1, 2, 3].map((nth) => `https://${host}/a?view=${nth}`)
    await registry.ingest([...listUrls('a.example'), ...listUrls('www.a.example'), ...listUrls('b.example')])
    await registry.ingest([...listUrls('untouched.example'), 'https://b.example/a?item=1', 'https://b.example/a?tab=1'])
    const subjects = ['a.example view', 'b.example view', 'b.example item']
    await registry.raiseReviews([
      ...subjects.map((subject) => ({ kind: 'unknown_param', subject, detail: {}, count: 1 })),
      { kind: 'host_alias', subject: 'www.a.example a.example', detail: {}, count: 1 },
      { kind: 'rejected_input', subject: 'url/unparsable', detail: {}, count: 1 },
    ])
    const { items } = await runOperation(OPERATIONS.listReviews, canonist, {}, context)
    const decisions = items.map(({ id }) => ({ id, decision: 'reject' }))
    const preview = (more: object[]) =>
      runOperation(OPERATIONS.previewDecisions, canonist, { decisions: [...decisions, ...more] }, context)
    const found = await preview([{ id: 77, decision: 'accept' }])
    const { policy, ...others } = found
    assert.deepEqual(others, { reviews: 5, refused: 1, unchanged: 1, facts: 1, verdicts: { accepted: 0, refused: 0 } })
    assert.ok(policy)
    assert.deepEqual([policy.reviews, policy.aliases, policy.differences.changed], [3, 10, 10])
    // Together, not one by one: view and item merge the same page.
    assert.deepEqual([policy.differences.merges.count, policy.differences.merges.pages], [3, 10])

    await runOperation(OPERATIONS.decideReviews, canonist, { decisions }, context)
    const reviewed = await registry.readReviewedPolicy()
    const { merges, changed } = await registry.findDifferences(registry.policy, reviewed)
    assert.deepEqual([merges, changed], [policy.differences.merges, policy.differences.changed])
    assert.deepEqual(await preview([]), {
      reviews: 0,
      refused: 5,
      unchanged: 0,
      facts: 0,
      verdicts: { accepted: 0, refused: 0 },
      policy: null,
    })
    await canonist.close()
  })

  test(`${dialect}: a decision can be taken back until the keys are moved to it`, async () => {
    const canonist = await openFilled(await freshLocation())
    await raiseRule({ canonist })
    const id = 2
    await runOperation(OPERATIONS.adoptLearned, canonist, { id }, context)
    const { review } = await runOperation(OPERATIONS.undoDecision, canonist, { id }, context)
    assert.deepEqual([review.state, review.decidedBy], ['open', null])
    await runOperation(OPERATIONS.adoptLearned, canonist, { id }, context)
    const registry = await canonist.registry()
    await registry.rekey(await registry.readReviewedPolicy())
    await assert.rejects(runOperation(OPERATIONS.undoDecision, canonist, { id }, context), {
      code: 'review/not-undoable',
      kind: 'conflict',
    })
    await canonist.close()
  })

  test(`${dialect}: the policy of a rekey is the active one at once`, async () => {
    const canonist = await openFilled(await freshLocation())
    await runOperation(OPERATIONS.rekey, canonist, { to: { name: 'mine', www: 'strip' } }, context)
    const { policy } = await runOperation(OPERATIONS.getStatus, canonist, {}, context)
    const { spec } = await runOperation(OPERATIONS.getPolicy, canonist, { name: 'mine' }, context)
    assert.deepEqual([policy.name, spec['www']], ['mine', 'strip'])
    await canonist.close()
  })

  for (const name of ['addUrls', 'addFrontierUrls'] as const) {
    test(`${dialect}: ${name} stops at the next batch when it is aborted`, async () => {
      const canonist = await openCanonist(await freshLocation())
      const urls = Array.from({ length: 45_000 }, (_, index) => `https://example.com/${index}`)
      const abort = new AbortController()
      const steps: number[] = []
      const onProgress = (done: number): void => {
        steps.push(done)
        abort.abort(new Error('enough'))
      }
      const { signal } = abort
      await assert.rejects(
        runOperation(OPERATIONS[name] as Operation, canonist, { urls }, { ...context, signal, onProgress }),
        {
          message: 'enough',
        },
      )
      assert.deepEqual(steps, [20_000])
      const { counts } = await runOperation(OPERATIONS.getStatus, canonist, {}, context)
      assert.equal(counts.pages, 20_000)
      await canonist.close()
    })
  }

  test(`${dialect}: reasons are counted by host, in parts, and together`, async () => {
    const canonist = await openFilled(await freshLocation())
    await (await canonist.frontier()).submit(['https://other.example/'])
    const count = (input: object) => runOperation(OPERATIONS.getFrontierReasons, canonist, input, context)
    const pending = { state: 'pending', reason: null, reasonClass: null }
    const [own, other] = [
      { ...pending, host: 'example.com', urls: 2 },
      { ...pending, host: 'other.example', urls: 1 },
    ]
    assert.deepEqual(await count({}), { items: [own, other], next: null, totals: [{ ...pending, urls: 3 }] })
    assert.deepEqual(await count({ host: 'Example.com' }), {
      items: [own],
      next: null,
      totals: [{ ...pending, urls: 2 }],
    })
    assert.deepEqual((await count({ state: 'pending' })).items, [own, other])
    assert.deepEqual((await count({ state: 'dead' })).items, [])
    assert.deepEqual((await count({ reason: 'read_timeout,gone' })).items, [])
    const first = await count({ limit: 1 })
    assert.deepEqual([first.items, (await count({ limit: 1, after: first.next })).items], [[own], [other]])
    assert.deepEqual(await count({ host: 'unknown.example' }), { items: [], next: null, totals: [] })
    await canonist.close()
  })

  test(`${dialect}: a filter with a text changes, in portions, exactly the URLs that the list has for it`, async () => {
    const canonist = await openCanonist(await freshLocation())
    const paths = Array.from({ length: 1200 }, (_, nth) => `https://a.example/docs/${nth}`)
    const others = ['https://a.example/x', 'https://ab.example/docs/1', 'https://b.example/docs/1']
    await (await canonist.frontier()).submit([...paths, ...others])
    const count = (filter: object) => runOperation(OPERATIONS.countFrontierUrls, canonist, filter, context)
    const requeueAll = async (filter: object): Promise<[number, number]> => {
      const change = (after?: string) =>
        runOperation(OPERATIONS.requeueFrontierUrls, canonist, { ...filter, after, limit: 500 }, context)
      let [portion, requeued, calls] = [await change(), 0, 1]
      for (; typeof portion.next === 'string'; calls++) {
        requeued += portion.requeued
        portion = await change(portion.next)
      }
      requeued += portion.requeued
      return [requeued, calls]
    }
    const cases: [filter: object, urls: number][] = [
      [{ q: 'a' }, 1202],
      [{ q: 'a.' }, 1201],
      [{ q: 'https://a.example/docs/' }, 1200],
      [{ q: '/docs/119', host: 'a.example' }, 11],
      [{ q: 'a', host: 'ab.example' }, 1],
      [{ q: 'a.', host: 'b.example' }, 0],
      [{ q: 'a.', state: 'pending' }, 1201],
      [{ q: 'a.', state: 'dead' }, 0],
      [{ q: 'a.', reason: 'read_timeout,reset' }, 0],
      [{ q: 'a.', reasonClass: 'http' }, 0],
      [{ host: 'a.example', state: 'pending' }, 1201],
      [{ state: 'pending' }, 1203],
    ]
    for (const [filter, urls] of cases) {
      const name = JSON.stringify(filter)
      assert.deepEqual(await count(filter), { urls, isComplete: true }, name)
      const [requeued, calls] = await requeueAll(filter)
      assert.equal(requeued, urls, name)
      if (urls > 1000) assert.ok(calls >= 3, `${name}: ${calls} calls`)
      const together = await runOperation(OPERATIONS.requeueFrontierUrls, canonist, filter, context)
      assert.deepEqual(together, { requeued: urls }, name)
    }
    const forget = (input: object) => runOperation(OPERATIONS.forgetFrontierUrls, canonist, input, context)
    assert.deepEqual(await forget({ q: 'a.example/docs' }), { forgotten: 1200 })
    const { items } = await runOperation(OPERATIONS.listFrontierUrls, canonist, {}, context)
    assert.deepEqual(items.map(({ url }) => url).toSorted(), others.toSorted())
    for (const q of ['', 'https://']) await assert.rejects(forget({ q }), { code: 'app/no-filter' })
    await assert.rejects(forget({ q: 'a', after: 'x' }), { code: 'list/bad-cursor' })
    await assert.rejects(forget({ q: '/docs' }), { code: 'registry/bad-prefix' })
    await canonist.close()
  })

  test(`${dialect}: a URL that is requeued is not met again as a pending one`, async () => {
    const canonist = await openCanonist(await freshLocation())
    const frontier = await canonist.frontier()
    await frontier.submit(['https://a.example/1', 'https://b.example/1'])
    const [claim] = await frontier.claim({ limit: 1 })
    assert.ok(claim)
    await frontier.updateFailed(claim, { reason: 'not_found', status: 404 })
    const run = (input: object) => runOperation(OPERATIONS.requeueFrontierUrls, canonist, input, context)
    const counted = await runOperation(OPERATIONS.getFrontierReasons, canonist, { reasonClass: 'http' }, context)
    assert.deepEqual(
      counted.items.map(({ reason, reasonClass, urls }) => [reason, reasonClass, urls]),
      [['not_found', 'http', 1]],
    )
    assert.deepEqual(await run({ q: new URL(claim.fetchUrl).host, reasonClass: 'http' }), { requeued: 1 })
    await canonist.close()
  })

  test(`${dialect}: URLs that are prioritized have that priority`, async () => {
    const canonist = await openFilled(await freshLocation())
    const input = { ids: [1], priority: 'high' }
    const run = () => runOperation(OPERATIONS.prioritizeFrontierUrls, canonist, input, context)
    assert.deepEqual([await run(), await run()], [{ prioritized: 1 }, { prioritized: 0 }])
    const { items } = await runOperation(OPERATIONS.listFrontierUrls, canonist, {}, context)
    assert.deepEqual(
      items.map(({ priority }) => priority),
      ['high', 'normal'],
    )
    await canonist.close()
  })

  test(`${dialect}: an admission is recorded only if the caller says so`, async () => {
    const canonist = await openFilled(await freshLocation())
    const registry = await canonist.registry()
    const policy = { version: '1', extends: 'sources', hosts: { allow: ['example.com'] } }
    const input = { url: 'http://example.com/tea', policy }
    await runOperation(OPERATIONS.admit, canonist, input, context)
    assert.deepEqual(await registry.findAdmissions(input.url), [])
    const { decision } = await runOperation(OPERATIONS.admit, canonist, { ...input, record: true }, context)
    assert.deepEqual(
      (await registry.findAdmissions(input.url)).map((admitted) => admitted.decision),
      [decision],
    )
    // From now on that policy says what may be cited.
    const cited = await runOperation(OPERATIONS.cite, canonist, { urls: ['https://other.example/a/b.html'] }, context)
    assert.deepEqual([cited.url, cited.gap?.code], [null, 'no-usable-link'])
    await canonist.close()
  })

  for (const name of ['resolve', 'canonicalize', 'admit'] as const) {
    test(`${dialect}: ${name} sends no request to a host that is paused`, async () => {
      const canonist = await openFilled(await freshLocation())
      const hosts = await canonist.hosts()
      await hosts.pause('example.com', { forMs: 3_600_000 })
      const policy = { extends: 'sources', hosts: { allow: ['example.com'] } }
      const input = { url: 'http://example.com/tea', ...(name === 'admit' ? { policy } : {}) }
      const output = await runOperation(OPERATIONS[name] as Operation, canonist, input, context)
      assert.match(JSON.stringify(output), /host_busy/)
      await canonist.close()
    })
  }
}
