import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '@canonist/test-support/command.ts'
import { startServe } from '@canonist/test-support/served-command.ts'

const folder = temporaryFolder()
let databases = 0
const freshPath = (): string => `${folder.path}/${(databases += 1)}.db`

const HEAD =
  'POST /api/v1/normalize HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n'
const END = '0\r\n\r\n'

const toChunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
const toLines = (from: number, count: number): string =>
  Array.from({ length: count }, (_, at) => `{"url":"https://example.com/${from + at}"}\n`).join('')

interface Stream {
  readonly socket: Socket
  readonly received: () => string
  readonly closed: Promise<void>
}

function openStream(url: string): Stream {
  let got = ''
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' })
  socket.on('data', (bytes) => void (got += bytes.toString('latin1')))
  socket.on('error', () => undefined)
  socket.write(HEAD)
  return { socket, received: () => got, closed: new Promise((resolve) => socket.on('close', () => resolve())) }
}

/** The lines of a chunked response, and whether it says that they are all. */
function readChunked(response: string): { lines: string[]; rest: string; isComplete: boolean } {
  let body = response.slice(response.indexOf('\r\n\r\n') + 4)
  let text = ''
  for (;;) {
    const at = body.indexOf('\r\n')
    const size = Number.parseInt(body.slice(0, at), 16)
    if (at === -1 || Number.isNaN(size) || size === 0) break
    text += body.slice(at + 2, at + 2 + size)
    body = body.slice(at + 4 + size)
  }
  const lines = text.split('\n')
  return { rest: lines.pop() ?? '', lines, isComplete: body === END }
}

const waitFor = async (isDone: () => boolean): Promise<void> => {
  for (let round = 0; round < 500 && !isDone(); round += 1) await sleep(20)
  assert.ok(isDone())
}

test('SIGTERM: a stream that its client ends within the grace period is answered to its end', async (t) => {
  const server = await startServe(t, ['--db', freshPath(), '--grace', '20s'])
  const { socket, received, closed } = openStream(server.url)
  socket.write(toChunk(toLines(0, 5000)))
  await waitFor(() => received().includes('example.com/0"'))
  server.kill('SIGTERM')
  await sleep(200)
  socket.write(toChunk(toLines(5000, 5000)) + END)
  await closed
  assert.equal(await server.exit, 0)
  const { lines, rest, isComplete } = readChunked(received())
  assert.deepEqual([lines.length, rest, isComplete], [10_000, '', true])
  for (const [number, line] of lines.entries())
    assert.equal((JSON.parse(line) as { input: string }).input, `https://example.com/${number}`)
})

test('SIGTERM: a stream without an end is cut off after the grace period, and its client can tell', async (t) => {
  const server = await startServe(t, ['--db', freshPath(), '--grace', '1s'])
  const { socket, received, closed } = openStream(server.url)
  let sent = 0
  const timer = setInterval(() => {
    if (socket.writable && !socket.writableNeedDrain) socket.write(toChunk(toLines(sent, 500)))
    sent += 500
  }, 5)
  t.after(() => clearInterval(timer))
  await waitFor(() => received().includes('example.com/0"'))
  const started = performance.now()
  server.kill('SIGTERM')
  await closed
  assert.equal(await server.exit, 0)
  assert.ok(performance.now() - started < 10_000)
  const { lines, isComplete } = readChunked(received())
  assert.equal(isComplete, false)
  assert.ok(lines.length > 0)
  for (const line of lines) assert.equal((JSON.parse(line) as { ok: boolean }).ok, true)
})
