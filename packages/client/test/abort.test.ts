import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { createClient, type CallOptions, type Client } from '../src/index.ts'
import { problem, startScriptedServer } from '@canonist/test-support/scripted-server.ts'
import { collect } from '@canonist/test-support/collect.ts'

const NEVER = (): void => undefined
/** Sends its headers and the beginning of a body, and then nothing. */
const stall = (type: string, begin: string) => (_: unknown, response: import('node:http').ServerResponse) => {
  response.writeHead(200, { 'content-type': type })
  response.write(begin)
}

const calls: Readonly<Record<string, (client: Client, options: CallOptions) => Promise<unknown>>> = {
  'a GET': (client, options) => client.getStatus({}, options),
  'a POST': (client, options) => client.normalize({ urls: [] }, options),
  'a list': (client, options) => collect(client.listPages.all({}, options)),
  'a stream': (client, options) => collect(client.normalize.stream(['a'], {}, options)),
  'a report': (client, options) => client.addUrls.stream(['a'], {}, options),
  'an upload': (client, options) => client.upload({ name: 'x', body: 'x' }, options),
  events: (client, options) => collect(client.listenToEvents({}, options)),
  login: (client, options) => client.login({ token: 'x' }, options),
  'a text': (client, options) => client.getMetrics(options),
}
const states = {
  'before the response': NEVER,
  'within the response': stall('application/json', '{"items":'),
  'while it waits to send the request again': problem(429, 'api/too-many-requests', '20'),
}
for (const [kind, call] of Object.entries(calls))
  for (const [state, answer] of Object.entries(states))
    test(`${kind}, ${state}: rejects with the reason of the signal, and at once`, async () => {
      const { url, requests } = await startScriptedServer(answer)
      for (const from of ['the call', 'the client']) {
        const stop = new AbortController()
        const signals = from === 'the call' ? [undefined, stop.signal] : [stop.signal, undefined]
        // What is sent while it is read is sent once, so that it never waits.
        const client = createClient({ url, signal: signals[0], streamsRequests: !state.includes('again') })
        const before = requests.length
        const called = assert.rejects(call(client, { signal: signals[1] }), { message: `by ${from}` })
        while (requests.length === before) await sleep(5)
        await sleep(30)
        const started = performance.now()
        stop.abort(new Error(`by ${from}`))
        await called
        assert.ok(performance.now() - started < 1000)
      }
    })

test('a signal that is aborted already sends nothing', async () => {
  const { url, requests } = await startScriptedServer({})
  const signal = AbortSignal.abort(new Error('never'))
  await assert.rejects(createClient({ url, signal }).getStatus(), { message: 'never' })
  await assert.rejects(createClient({ url }).getStatus({}, { signal }), { message: 'never' })
  assert.equal(requests.length, 0)
})

test('a timeout is an abort like any other', async () => {
  const { url } = await startScriptedServer(NEVER)
  const signal = AbortSignal.timeout(50)
  await assert.rejects(createClient({ url }).getStatus({}, { signal }), { name: 'TimeoutError' })
})
