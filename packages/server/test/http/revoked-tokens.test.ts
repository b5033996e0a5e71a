import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { describe, test, type TestContext } from 'node:test'
import { SESSION_SECONDS } from '../../src/http/session.ts'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { serveForTest, type TestServer } from '@canonist/test-support/api-server.ts'
import { temporaryFolder } from '@canonist/test-support/command.ts'

const folder = temporaryFolder()
const OTHERS = 'admin a-secret-1234567890ab boss\n'
const TOKEN = { authorization: 'Bearer w-secret-1234567890ab' }
const NDJSON = { 'content-type': 'application/x-ndjson' }
const OCTETS = { 'content-type': 'application/octet-stream' }
let files = 0

interface Served extends TestServer {
  /** Writes the file of tokens, and lets the server see it. */
  setTokens(text: string): void
  /** Moves the server's clock. */
  pass(ms: number): void
}

async function serve(t: TestContext): Promise<Served> {
  const path = folder.file(`tokens-${(files += 1)}`, `write w-secret-1234567890ab writer\n${OTHERS}`)
  const canonist = await openCanonist(':memory:')
  let now = 0
  const server = await serveForTest(canonist, { tokensFile: path, now: () => now })
  t.after(async () => {
    await server.stop(0)
    await canonist.close()
  })
  const pass = (ms: number): void => void (now += ms)
  const setTokens = (text: string): void => {
    writeFileSync(path, text)
    pass(1000)
  }
  return { ...server, setTokens, pass }
}

type Opened = readonly [request: ClientRequest, response: Promise<IncomingMessage>]

function open({ url }: TestServer, path: string, method: string, headers: Record<string, string>): Opened {
  const sent = request(new URL(path, url), { method, headers, agent: false })
  sent.on('error', () => undefined).flushHeaders()
  return [sent, once(sent, 'response').then(([response]) => response as IncomingMessage)]
}

/** Waits until the server has cut the response off. */
async function waitForCut(response: IncomingMessage): Promise<void> {
  await assert.rejects(readText(response), { code: 'ECONNRESET' })
}

/** Requests that last as long as their client likes. The answer to each says that it has begun. */
const streams: Readonly<Record<string, (server: TestServer) => Promise<IncomingMessage>>> = {
  'an event stream': (server) => open(server, '/api/v1/events', 'GET', TOKEN)[1],
  'a stream of normalized lines': async (server) => {
    const [sent, response] = open(server, '/api/v1/normalize', 'POST', { ...TOKEN, ...NDJSON })
    sent.write('{"url":"https://example.com/"}\n')
    return response
  },
}

const changes = [
  { why: 'its token is removed', tokens: OTHERS },
  { why: 'its token gets another role', tokens: `read w-secret-1234567890ab writer\n${OTHERS}` },
  { why: 'another token takes its name', tokens: `write other-secret-1234567890ab writer\n${OTHERS}` },
]

// Each waits for the check that the server makes once a second.
describe('revoked tokens', { concurrency: true }, () => {
  for (const [what, begin] of Object.entries(streams))
    for (const { why, tokens } of changes)
      test(`${what} ends when ${why}`, async (t) => {
        const server = await serve(t)
        const response = await begin(server)
        assert.equal(response.statusCode, 200)
        server.setTokens(tokens)
        await waitForCut(response)
      })

  test('a request whose body is still on its way is 401 when its token is removed, and nothing is kept', async (t) => {
    const server = await serve(t)
    const expect = { expect: '100-continue' }
    const [sent, response] = open(server, '/api/v1/uploads?name=x', 'POST', { ...TOKEN, ...OCTETS, ...expect })
    // The server has read the headers.
    await once(sent, 'continue')
    sent.write('https://example.com/')
    server.setTokens(OTHERS)
    const answer = await response
    const { code } = JSON.parse(await readText(answer)) as { readonly code: string }
    assert.deepEqual([answer.statusCode, code], [401, 'api/token-revoked'])
  })

  test('an event stream ends with the session that opened it', async (t) => {
    const server = await serve(t)
    const login = await server.call('/api/v1/session', { body: { token: 'w-secret-1234567890ab' } })
    const cookie = login.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    const response = await open(server, '/api/v1/events', 'GET', { cookie })[1]
    assert.equal(response.statusCode, 200)
    server.pass(SESSION_SECONDS * 1000)
    await waitForCut(response)
  })

  test('an event stream continues when other tokens change', async (t) => {
    const server = await serve(t)
    const [kept, cut] = await Promise.all([
      open(server, '/api/v1/events', 'GET', TOKEN)[1],
      open(server, '/api/v1/events', 'GET', { authorization: 'Bearer a-secret-1234567890ab' })[1],
    ])
    const told = new Promise<void>((resolve, reject) => {
      let seen = ''
      kept.on('close', () => reject(new Error('it has ended')))
      kept.setEncoding('utf8').on('data', (text: string) => {
        seen += text
        if (seen.includes('event: run')) resolve()
      })
    })
    server.setTokens('read new-secret-1234567890ab reader\nwrite w-secret-1234567890ab writer\n')
    // Both are checked in the same moment.
    await waitForCut(cut)
    await server.call('/api/v1/runs', { headers: TOKEN, body: { kind: 'check' } })
    await told
  })
})
