import assert from 'node:assert/strict'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { serveForTest, type Call } from '@canonist/test-support/api-server.ts'
import { canonist, start, temporaryFolder } from '@canonist/test-support/command.ts'

// The errors of the protocol, from a real process on stdio and a real server on loopback.

interface Response {
  readonly id: string | number | null
  readonly error?: {
    readonly code: number
    readonly message: string
    readonly data?: Readonly<Record<string, unknown>>
  }
  readonly result?: { readonly isError?: boolean }
}

const { path: folder } = temporaryFolder()
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const NO_METHOD = -32_601
const INVALID_PARAMS = -32_602

const call = (params: unknown, id: unknown = 7): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })
const urls = ['https://example.com/']

/** What is sent, and the error that answers it. */
const REFUSED: readonly { why: string; text: string; code: number; id: string | number | null; says: RegExp }[] = [
  { why: 'text that is not JSON', text: 'nonsense', code: PARSE_ERROR, id: null, says: /not JSON/ },
  { why: 'half a message', text: '{"jsonrpc":"2.0","id":1', code: PARSE_ERROR, id: null, says: /not JSON/ },
  { why: 'an empty object', text: '{}', code: INVALID_REQUEST, id: null, says: /"jsonrpc": "2\.0"/ },
  { why: 'a value that is no object', text: '7', code: INVALID_REQUEST, id: null, says: /Send an object/ },
  { why: 'null', text: 'null', code: INVALID_REQUEST, id: null, says: /Send an object/ },
  { why: 'an empty batch', text: '[]', code: INVALID_REQUEST, id: null, says: /Batches/ },
  {
    why: 'a batch',
    text: `[${call({ name: 'cite', arguments: { urls } })}]`,
    code: INVALID_REQUEST,
    id: null,
    says: /Batches/,
  },
  {
    why: 'another version of JSON-RPC',
    text: '{"jsonrpc":"1.0","id":3,"method":"ping"}',
    code: INVALID_REQUEST,
    id: 3,
    says: /2\.0/,
  },
  { why: 'no version', text: '{"id":"a","method":"ping"}', code: INVALID_REQUEST, id: 'a', says: /2\.0/ },
  {
    why: 'a method that is a number',
    text: '{"jsonrpc":"2.0","id":4,"method":7}',
    code: INVALID_REQUEST,
    id: 4,
    says: /a method/,
  },
  {
    why: 'an id that is null',
    text: '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    code: INVALID_REQUEST,
    id: null,
    says: /an id/,
  },
  {
    why: 'an id that is a fraction',
    text: '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
    code: INVALID_REQUEST,
    id: null,
    says: /an id/,
  },
  {
    why: 'a field that requests lack',
    text: '{"jsonrpc":"2.0","id":5,"method":"ping","more":1}',
    code: INVALID_REQUEST,
    id: 5,
    says: /JSON-RPC/,
  },
  {
    why: 'an unknown method',
    text: '{"jsonrpc":"2.0","id":6,"method":"tools/drop"}',
    code: NO_METHOD,
    id: 6,
    says: /not found/,
  },
  {
    why: 'a method of every object',
    text: '{"jsonrpc":"2.0","id":6,"method":"constructor"}',
    code: NO_METHOD,
    id: 6,
    says: /not found/,
  },
  {
    why: 'parameters by place',
    text: '{"jsonrpc":"2.0","id":7,"method":"tools/drop","params":[1]}',
    code: INVALID_PARAMS,
    id: 7,
    says: /by name/,
  },
  {
    why: 'a call without parameters',
    text: call(undefined),
    code: INVALID_PARAMS,
    id: 7,
    says: /params: It is missing/,
  },
  {
    why: 'a tool whose name is a number',
    text: call({ name: 7 }),
    code: INVALID_PARAMS,
    id: 7,
    says: /params\.name: It is a number/,
  },
  {
    why: 'arguments that are a list',
    text: call({ name: 'cite', arguments: [] }),
    code: INVALID_PARAMS,
    id: 7,
    says: /params\.arguments: It is an array/,
  },
  {
    why: 'an unknown tool',
    text: call({ name: 'drop', arguments: {} }, 'x'),
    code: INVALID_PARAMS,
    id: 'x',
    says: /^Unknown tool: drop\. List the tools/,
  },
  {
    why: 'the name of every object as a tool',
    text: call({ name: '__proto__' }),
    code: INVALID_PARAMS,
    id: 7,
    says: /^Unknown tool: __proto__/,
  },
  {
    why: 'a long name of a tool',
    text: call({ name: 'x'.repeat(10_000) }),
    code: INVALID_PARAMS,
    id: 7,
    says: /^Unknown tool: x{200}…/,
  },
  {
    why: 'a cursor, which no list has',
    text: '{"jsonrpc":"2.0","id":8,"method":"tools/list","params":{"cursor":"2"}}',
    code: INVALID_PARAMS,
    id: 8,
    says: /cursor/,
  },
  {
    why: 'a cursor that is a number',
    text: '{"jsonrpc":"2.0","id":8,"method":"tools/list","params":{"cursor":2}}',
    code: INVALID_PARAMS,
    id: 8,
    says: /params\.cursor/,
  },
  {
    why: 'an initialization without a version',
    text: '{"jsonrpc":"2.0","id":9,"method":"initialize","params":{}}',
    code: INVALID_PARAMS,
    id: 9,
    says: /params\.protocolVersion: It is missing/,
  },
]

function assertRefusal({ error, id, result }: Response, expected: (typeof REFUSED)[number]): void {
  assert.equal(result, undefined)
  assert.deepEqual([error?.code, id], [expected.code, expected.id], error?.message)
  assert.match(error?.message ?? '', expected.says)
}

const child = start(['mcp', '--db', `${folder}/protocol.db`])
const received = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
after(() => child.stdin.end())

/** Reads the next line. */
async function receive(): Promise<Response> {
  const next = await Promise.race([received.next(), sleep(20_000, null, { ref: false })])
  assert.ok(next !== null && next.done !== true, 'no answer')
  return JSON.parse(next.value) as Response
}

/** Writes a line, and reads the next one. */
function exchange(line: string | Uint8Array): Promise<Response> {
  child.stdin.write(line)
  child.stdin.write('\n')
  return receive()
}

for (const refused of REFUSED) {
  test(`on stdio ${refused.why} is ${refused.code}`, async () => assertRefusal(await exchange(refused.text), refused))
}

test('on stdio bytes that are not UTF-8 are not JSON', async () => {
  const { error } = await exchange(Buffer.from([...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')]))
  assert.equal(error?.code, PARSE_ERROR)
})

test('on stdio blank lines, notifications and unexpected responses get no answer', async () => {
  for (const line of [
    '',
    ' ',
    '\r',
    '{"jsonrpc":"2.0","method":"notifications/nope"}',
    '{"jsonrpc":"2.0","id":99,"result":{}}',
  ])
    child.stdin.write(`${line}\n`)
  assert.deepEqual(await exchange('{"jsonrpc":"2.0","id":10,"method":"ping"}\r'), {
    jsonrpc: '2.0',
    id: 10,
    result: {},
  })
})

test('on stdio a message may come in pieces, or several at once', async () => {
  for (const piece of ['{"jsonrpc":"2.0",', '"id":11,"method"', ':"ping"}']) {
    child.stdin.write(piece)
    await sleep(20)
  }
  assert.equal((await exchange('\n{"jsonrpc":"2.0","id":12,"method":"ping"}')).id, 11)
  assert.equal((await receive()).id, 12)
})

test('on stdio the last message needs no line break', async () => {
  const { stdout, code } = await canonist(['mcp', '--db', `${folder}/last.db`], {
    stdin: '{"jsonrpc":"2.0","id":1,"method":"ping"}\nnonsense',
  })
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Response)
  const codes = new Map(answers.map(({ id, error }) => [id, error?.code]))
  assert.deepEqual([answers.length, codes.get(1), codes.get(null)], [2, undefined, PARSE_ERROR])
  assert.equal(code, 0)
})

const database = await openCanonist(':memory:')
const server = await serveForTest(database)
after(async () => {
  await server.stop(100)
  await database.close()
})
const post = (body: unknown, headers: Call['headers'] = {}) => server.call('/mcp', { body, headers })

for (const refused of REFUSED) {
  const status = refused.code === PARSE_ERROR || refused.code === INVALID_REQUEST ? 400 : 200
  test(`over HTTP ${refused.why} is ${refused.code}, with the status ${status}`, async () => {
    const answer = await post(refused.text)
    assert.deepEqual([answer.status, answer.headers['content-type']], [status, 'application/json'])
    assertRefusal(answer.json as unknown as Response, refused)
  })
}

test('over HTTP a body that is not there is not JSON', async () => {
  const { status, json } = await server.call('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  })
  assert.deepEqual([status, (json as unknown as Response).error?.code], [400, PARSE_ERROR])
})

test('over HTTP a body of another type is refused as everywhere', async () => {
  const { status, json } = await post('nonsense', { 'content-type': 'text/plain' })
  assert.deepEqual([status, json['code']], [415, 'api/wrong-media-type'])
})

for (const [accept, status] of [
  [undefined, 200],
  ['*/*', 200],
  ['application/json', 200],
  ['application/*;q=0.5, text/html', 200],
  ['application/json, text/event-stream', 200],
  ['text/html', 406],
] as const) {
  test(`over HTTP a client that accepts ${accept ?? 'whatever comes'} gets ${status}`, async () => {
    const headers: Record<string, string> = accept === undefined ? {} : { accept }
    assert.equal((await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, headers)).status, status)
  })
}

test('over HTTP a notification is accepted without an answer', async () => {
  const { status, text } = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
  assert.deepEqual([status, text], [202, ''])
})

test('over HTTP there are no sessions: an id of one is ignored, and none can be opened or ended', async () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  assert.equal((await post(ping, { 'mcp-session-id': 'nonsense' })).status, 200)
  for (const method of ['GET', 'DELETE']) {
    const { status, headers } = await server.call('/mcp', { method, headers: { accept: 'text/event-stream' } })
    assert.deepEqual([status, headers['allow']], [405, 'POST'])
  }
})

test('over HTTP an unknown version of the protocol is refused, and the message names the known ones', async () => {
  const { status, text } = await post(
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    { 'mcp-protocol-version': '1999-01-01' },
  )
  assert.equal(status, 400)
  assert.match(text, /2025-11-25, 2025-06-18/)
})

// https://modelcontextprotocol.io/specification/2025-06-18/server/tools#error-handling and the same page of 2025-11-25.
const VERSIONS = [
  { version: '2025-11-25', isAnswer: true },
  { version: '2025-06-18', isAnswer: false },
  { version: '2025-03-26', isAnswer: false },
  { version: '2024-11-05', isAnswer: false },
]
const WRONG = [{ link: 1 }, {}, { urls: 'https://example.com/' }]

function assertWrongArguments({ result, error }: Response, isAnswer: boolean): void {
  const found = isAnswer ? JSON.stringify(result) : JSON.stringify(error)
  assert.deepEqual([result?.isError, error?.code], isAnswer ? [true, undefined] : [undefined, INVALID_PARAMS])
  assert.match(found, /app\/bad-input/)
  assert.match(found, /urls/)
}

for (const { version, isAnswer } of VERSIONS) {
  const says = isAnswer ? 'an answer of the tool' : INVALID_PARAMS
  test(`wrong arguments are ${says} in ${version}, on stdio`, async () => {
    const info = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    await exchange(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: info }))
    for (const args of WRONG)
      assertWrongArguments(await exchange(call({ name: 'normalize_urls', arguments: args })), isAnswer)
  })

  test(`wrong arguments are ${says} in ${version}, over HTTP`, async () => {
    for (const args of WRONG) {
      const { status, json } = await post(call({ name: 'normalize_urls', arguments: args }), {
        'mcp-protocol-version': version,
      })
      assert.equal(status, 200)
      assertWrongArguments(json as unknown as Response, isAnswer)
    }
  })

  test(`what is wrong with a valid call is an answer of the tool in ${version}`, async () => {
    const { json } = await post(call({ name: 'find_page', arguments: { url: urls[0] } }), {
      'mcp-protocol-version': version,
    })
    assert.equal((json as unknown as Response).result?.isError, true)
    assert.match(JSON.stringify(json), /app\/not-found/)
  })
}

test('over HTTP a request without a version is of 2025-03-26, as the protocol says', async () => {
  const { json } = await post(call({ name: 'normalize_urls', arguments: {} }))
  assertWrongArguments(json as unknown as Response, false)
})
