import assert from 'node:assert/strict'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { commandLine, exitCode, start, temporaryFolder } from '@canonist/test-support/command.ts'

const folder = temporaryFolder()
const LIST = Array.from({ length: 100_000 }, (_, index) => `https://example.com/${index}\n`).join('')

function collectText(stream: Readable | null): () => string {
  let text = ''
  stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return () => text
}

function collectStderr(child: ChildProcess): () => string {
  return collectText(child.stderr)
}

const piped = [
  ['normalize'],
  ['normalize', '--jobs', '2'],
  ['dedupe'],
  ['dedupe', '--groups'],
  ['normalize', '--format', 'csv', '--column', 'x'],
]

for (const args of piped) {
  test(`canonist ${args.join(' ')} | head -1 ends quietly with exit 0`, async () => {
    const child = start([...args, '--quiet', folder.file('list.txt', `x\n${LIST}`)])
    const stderr = collectStderr(child)
    const code = exitCode(child)
    await once(child.stdout, 'data')
    child.stdout.destroy()
    assert.deepEqual([await code, stderr()], [0, ''])
  })
}

test('a reader that goes away ends the command even while its input is still open', async () => {
  const child = start(['normalize'])
  const code = exitCode(child)
  child.stdin.on('error', () => undefined)
  child.stdin.write('https://example.com/\n')
  await once(child.stdout, 'data')
  child.stdout.destroy()
  child.stdin.write('https://example.com/\n')
  assert.equal(await code, 0)
})

for (const args of [['normalize'], ['normalize', '--jobs', '2'], ['dedupe']]) {
  test(`Ctrl-C ends canonist ${args.join(' ')} by the signal and without a trace`, async () => {
    const child = start(args)
    const stderr = collectStderr(child)
    const ended = once(child, 'close')
    child.stdin.write('https://example.com/\n')
    await once(child.stdout, 'data')
    child.kill('SIGINT')
    assert.deepEqual([await ended, stderr()], [[null, 'SIGINT'], ''])
  })
}

test('Ctrl-C is 130 for a shell, also while a named pipe waits for its writer', async () => {
  const pipe = join(folder.path, 'pipe')
  execFileSync('mkfifo', [pipe])
  const words = commandLine(['normalize', '-', pipe]).map((word) => `'${word}'`)
  // Job control, for without it a shell lets what runs in the background ignore the signal.
  const script = `set -m; ${words.join(' ')} < /dev/null & sleep 1; kill -INT $!; wait $!; echo $?`
  const child = spawn('bash', ['-c', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  const stdout = collectText(child.stdout)
  await once(child, 'close')
  assert.equal(stdout(), '130\n')
})

test('a line is answered before the next one comes', async () => {
  const child = start(['normalize'])
  for (const name of ['one', 'two', 'three']) {
    child.stdin.write(`https://${name.toUpperCase()}.example\n`)
    const [answer] = await once(child.stdout, 'data')
    assert.equal(String(answer), `https://${name}.example/\n`)
  }
  child.stdin.end()
  assert.equal(await exitCode(child), 0)
})

test('a reader that is slow makes the command wait', async () => {
  const child = start(['normalize', '--jobs', '2', folder.file('slow.txt', LIST)])
  let text = ''
  await wait(1000)
  for await (const chunk of child.stdout) text += String(chunk)
  assert.equal(text, LIST)
})

/** Makes the pipe behind its stdout non-blocking, fills it, and keeps it until it is told to end. */
const FILL_PIPE = `
process.stdout.writable
const { writeSync } = process.getBuiltinModule('node:fs')
for (const size of [4096, 1]) try { for (;;) writeSync(1, 'x'.repeat(size)) } catch {}
process.stderr.write('full')
process.stdin.resume()
`

test('a short result waits for room in a full pipe that another process made non-blocking', async () => {
  const reader = spawn('sh', ['-c', 'read -r go <&3; cat'], { stdio: ['pipe', 'pipe', 'inherit', 'pipe'] })
  // Started before the pipe is made non-blocking, because starting a process makes what it inherits blocking.
  const command = commandLine(['explain', 'https://example.com/?gclid=1'])
  const child = spawn('sh', ['-c', 'read -r go; exec "$@"', 'sh', ...command], {
    stdio: ['pipe', reader.stdin, 'pipe'],
  })
  const filler = spawn(process.execPath, ['-e', FILL_PIPE], { stdio: ['pipe', reader.stdin, 'pipe'] })
  reader.stdin?.destroy()
  const [stdout, stderr] = [collectText(reader.stdout), collectStderr(child)]
  const exit = once(child, 'exit')
  await once(filler.stderr as Readable, 'data')
  child.stdin?.end('go\n')
  // Long enough for the command to start and write.
  await wait(4000)
  const go = reader.stdio[3] as Writable
  go.end('go\n')
  const [code] = (await exit) as [number]
  filler.stdin?.end()
  await once(reader, 'close')
  assert.deepEqual([code, stderr()], [0, ''])
  assert.match(stdout(), /^x+\n {2}rule[^]*\n {2}policy {2}dedupe [0-9a-f]{16}\n\n$/)
})

const toFullDisk = [
  ['normalize', 'https://example.com/'],
  ['dedupe', 'https://example.com/'],
  ['dedupe', '--groups', 'https://example.com/'],
  ['explain', 'https://example.com/'],
  ['policy', 'list'],
  ['--help'],
]

for (const args of toFullDisk) {
  const skip = process.platform === 'linux' ? false : '/dev/full is of Linux'
  test(`a full disk: canonist ${args.join(' ')} says so, exit 3`, { skip }, async () => {
    const [node = '', ...rest] = commandLine(args)
    const full = openSync('/dev/full', 'w')
    const child = spawn(node, rest, { stdio: ['ignore', full, 'pipe'] })
    closeSync(full)
    const stderr = collectStderr(child)
    const [code] = await once(child, 'close')
    assert.equal(stderr(), 'canonist: cannot write the output: The disk is full. Free some space and run again.\n')
    assert.equal(code, 3)
  })
}
