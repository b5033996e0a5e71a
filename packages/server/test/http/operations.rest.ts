import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, test, type TestContext } from 'node:test'
import type { NetworkOptions } from '../../src/fetching/open-fetcher.ts'
import { OPERATIONS, type OperationName } from '../../src/operations/index.ts'
import type { Operation } from '../../src/operations/operation.ts'
import { Runner } from '../../src/runs/runner.ts'
import { groupErrorsByStatus } from '../../src/http/openapi/describe-errors.ts'
import { serveForTest, type Answer, type TestServer } from '@canonist/test-support/api-server.ts'
import { toCall } from '@canonist/test-support/call-operation.ts'
import { openFor, PREPARATIONS } from '@canonist/test-support/filled-canonist.ts'
import { listenOnLoopback } from '@canonist/test-support/listen-on-loopback.ts'
import { startPostgres } from '@canonist/test-support/postgres.ts'

const operations = Object.entries(OPERATIONS) as [OperationName, Operation][]

const web = createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Tea</title>'),
)
const port = await listenOnLoopback(web)
after(() => web.close())
const network: NetworkOptions = { connectTo: { ':80': `127.0.0.1:${port}`, ':443': '127.0.0.1:9' } }

/** A failure says so in every form that the documents promise. */
function assertProblem(operation: Operation, { status, headers, json }: Answer): void {
  assert.equal(headers['content-type'], 'application/problem+json')
  const { code } = json
  assert.ok(
    groupErrorsByStatus(operation).get(status)?.has(String(code)),
    `${status} ${String(code)} is not documented`,
  )
  assert.equal(json['status'], status)
  for (const field of ['type', 'title', 'detail', 'fix']) assert.equal(typeof json[field], 'string', field)
  assert.ok(headers['x-request-id'])
}

/** Texts that have broken servers; each goes into every field that takes a text. */
const HOSTILE = [
  '',
  '\0',
  'a\0b',
  '\ud800',
  "' or 1=1 --",
  '$1; drop table pages',
  '../../etc/passwd',
  '%',
  '%00',
  '%ff',
  '\u202e',
  'x'.repeat(5000),
  'https://[::1',
  'http://user:pass@example.com/',
  '__proto__',
  'constructor',
  '-1',
  '1e400',
  '9007199254740993',
  'NaN',
  '🙂',
]

/** The example with one field replaced. */
function* hostileInputs(operation: Operation): Generator<Readonly<Record<string, unknown>>> {
  const [example] = operation.examples as readonly Readonly<Record<string, unknown>>[]
  if (example === undefined) return
  for (const field of Object.keys(example))
    // A path without its last part is another path.
    for (const value of operation.path.includes(`{${field}}`) ? HOSTILE.slice(1) : HOSTILE)
      yield { ...example, [field]: Array.isArray(example[field]) ? [value] : value }
}

/** Stops when the test is over, however it ends. */
async function serve(t: TestContext, name?: OperationName, location?: string): Promise<TestServer> {
  const canonist = await openFor(name, location)
  const runner = await Runner.open(canonist, { network })
  if (name !== undefined) await PREPARATIONS[name]?.({ canonist, network, runner })
  const server = await serveForTest(canonist, { network })
  t.after(async () => {
    await server.stop(100)
    await runner.close()
    await canonist.close()
  })
  return server
}

/** The server of all operations that only read, for which nothing is prepared. */
const sharedCanonist = await openFor(undefined)
const sharedServer = await serveForTest(sharedCanonist, { network })
after(async () => {
  await sharedServer.stop(100)
  await sharedCanonist.close()
})

function serveFor(t: TestContext, name: OperationName): Promise<TestServer> | TestServer {
  return OPERATIONS[name].effect === 'reads' && PREPARATIONS[name] === undefined ? sharedServer : serve(t, name)
}

/** Inputs that break the rules in every way get a result or a documented problem, never a defect. */
async function tryHostile(server: TestServer, operation: Operation): Promise<void> {
  for (const input of hostileInputs(operation)) {
    const answer = await server.call(...toCall(operation, input))
    if (answer.status >= 300) assertProblem(operation, answer)
    assert.ok(answer.status < 500, `${JSON.stringify(input).slice(0, 200)}: ${answer.text}`)
  }
  const [path, call] = toCall(operation, operation.examples[0] as Record<string, unknown>)
  const extra =
    operation.method !== 'POST'
      ? await server.call(`${path}&surplus=1`, call)
      : await server.call(path, { ...call, body: { ...(call.body as object), surplus: 1 } })
  assert.equal(extra.status, 422, extra.text)
  assertProblem(operation, extra)
}

for (const [name, operation] of operations) {
  test(`${name}: the examples are answered in the schema of the output`, async (t) => {
    for (const example of operation.examples) {
      const server = await serveFor(t, name)
      const answer = await server.call(...toCall(operation, example as Record<string, unknown>))
      assert.equal(answer.status, operation.creates === true ? 201 : 200, answer.text)
      assert.equal(answer.headers['content-type'], 'application/json')
      const parsed = operation.output.safeParse(answer.json)
      assert.ok(parsed.success, parsed.error?.message)
    }
  })

  test(`${name}: hostile inputs get a result or a documented problem, never a defect`, async (t) => {
    await tryHostile(await serveFor(t, name), operation)
  })
}

// A server sees texts that a file does not mind, such as NUL.
test('on PostgreSQL: hostile inputs get a result or a documented problem, never a defect', async (t) => {
  const postgres = await startPostgres()
  const server = await serve(t, undefined, await postgres.copyDatabase())
  for (const [name, operation] of operations) await t.test(name, () => tryHostile(server, operation))
  for (const path of ['/metrics', '/readyz'])
    await t.test(path, async () => {
      const { status, text } = await server.call(path)
      assert.equal(status, 200, text)
    })
})
