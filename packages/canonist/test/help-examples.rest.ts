import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { SECTIONS } from '../src/cli/catalogue.ts'
import { describeCommands } from '../src/cli/help/describe-commands.ts'
import { rss } from '../../web/test/canonicalize/support/documents.ts'
import { quoteCommand, temporaryFolder } from '@canonist/test-support/command.ts'
import { startLoopbackWeb, type LoopbackWeb } from '@canonist/test-support/loopback-web.ts'

// Every example of --help, pasted into bash at the root of the repository: here a folder with a copy of examples/. The
// registry is what the examples of `add`, `admit` and `frontier add` make; requests go to a web on loopback.

const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url))
const commands = await describeCommands(SECTIONS)
const { path: root, file } = temporaryFolder()
const FEED = { body: rss() }
let web: LoopbackWeb

/** Only these send requests without --online or --probe. */
const SENDING = new Set(['resolve', 'canonicalize', 'check', 'work'])

interface Ended {
  readonly status: number | null
  readonly stderr: string
}

const LAUNCHER = quoteCommand()

/** A server runs until it is stopped, so stop it as soon as it has printed its URL. */
const SERVER_UNTIL_READY = `coproc ${LAUNCHER} "$@"
  pid=$COPROC_PID
  read -r -t 120 url <&"\${COPROC[0]}" && kill -TERM "$pid"
  wait "$pid"`

async function bash(script: string, cwd: string, canonist = `${LAUNCHER} "$@"`): Promise<Ended> {
  const child = spawn('bash', ['-c', `set -o pipefail\ncanonist() { ${canonist}; }\n${script}`], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, stderr }
}

before(async () => {
  web = await startLoopbackWeb({
    'http://example.com/': { status: 301, headers: { location: 'https://example.com/' } },
    'https://example.com/': { body: '<title>Example</title>' },
    'https://example.com/old': { status: 301, headers: { location: '/' } },
    'http://example.com/feed/': FEED,
    'http://www.example.com/feed/?utm_source=x': FEED,
    'https://example.com/feed': FEED,
    'http://www.example.com/': { body: '<title>Example</title>' },
    'https://shop.example.com/p/42-green-tea': { body: '<title>Green tea</title>' },
  })
  file('ca.pem', web.ca)
  mkdirSync(join(root, 'base'))
  cpSync(EXAMPLES, join(root, 'base/examples'), { recursive: true })
  const admit = commands.find(({ name }) => name === 'admit')?.help.examples.at(-1)
  const made = await bash(
    `canonist add --max-invalid all -q examples/links.txt && canonist frontier add -q --db small.db https://example.com/ &&
      canonist frontier add --max-invalid all -q examples/links.txt && { ${admit}; cp canonist.db urls.db; } &&
      canonist publish -q snapshots`,
    join(root, 'base'),
  )
  assert.equal(made.status, 0, made.stderr)
})
after(() => web.close())

describe('examples of help', { concurrency: 4 }, () => {
  for (const { name, help } of commands) {
    test(`canonist ${name}: three examples work when they are pasted`, async () => {
      assert.equal(help.examples.length, 3)
      const folder = join(root, name.replace(' ', '-'))
      cpSync(join(root, 'base'), folder, { recursive: true })
      // A drain of all examples would wait for hosts that do not exist.
      if (name === 'work') copyFileSync(join(folder, 'small.db'), join(folder, 'canonist.db'))
      const flags = [...web.connectToFlags.map((to) => `--connect-to ${to}`), '--cacert ../ca.pem'].join(' ')
      for (const example of help.examples) {
        const ran = await bash(
          example,
          folder,
          name === 'serve' ? SERVER_UNTIL_READY : `${LAUNCHER} "$@" ${SENDING.has(name) ? flags : ''}`,
        )
        // 1: with findings, or rejected inputs. Of `compare` and the like it is the result.
        assert.ok(ran.status === 0 || ran.status === 1, `${example}: exit ${ran.status}: ${ran.stderr}`)
        assert.doesNotMatch(ran.stderr, /unexpected failure|command not found/)
        assert.match(example, new RegExp(`canonist ${name}\\b`))
      }
    })
  }
})
