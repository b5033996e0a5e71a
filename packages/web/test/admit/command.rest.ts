import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Admission } from '../../src/admit/admission.ts'
import { canonist, temporaryFolder, type Ran } from '@canonist/test-support/command.ts'
import { startLoopbackWeb, type LoopbackWeb } from '@canonist/test-support/loopback-web.ts'

// The command as users start it, against a web on loopback.

const { path: folder, file } = temporaryFolder()
const POLICY = 'name: test\nextends: sources\nversion: "7"\nhosts: { allow: [boe.es, sepe.es], shorteners: [bit.ly] }\n'
let web: LoopbackWeb

before(async () => {
  web = await startLoopbackWeb({
    'https://www.boe.es/a/3': { headers: { 'content-type': 'text/html' }, body: '<title>A</title>' },
    'https://www.boe.es/b': { status: 301, headers: { location: 'https://www.boe.es/a/3?utm_source=b' } },
    'https://www.boe.es/a/3?utm_source=b': { headers: { 'content-type': 'text/html' }, body: '<title>A</title>' },
  })
  file('ca.pem', web.ca)
  file('policy.yaml', POLICY)
  file('bad.yaml', `${POLICY}query: { strips: [a] }\n`)
  file('bad-host.yaml', POLICY.replace('boe.es', '"https://boe.es"'))
  file('urls.txt', 'https://www.boe.es/a/3\n\nhttps://tienda.com/\nwww.boe.es/b\n')
})
after(() => web.close())

function run(...args: string[]): Promise<Ran> {
  const mapping = web.connectToFlags.flatMap((flag) => ['--connect-to', flag])
  return canonist(['admit', '--policy', 'policy.yaml', ...args, ...mapping, '--cacert', 'ca.pem'], { cwd: folder })
}

const readLines = (text: string): Admission[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Admission)

describe('canonist admit', () => {
  test('prints the canonical URL, and shows the decision on stderr', async () => {
    const { code, stdout, stderr } = await run('http://www.boe.es/b')
    assert.deepEqual([code, stdout], [0, 'https://www.boe.es/a/3\n'])
    assert.match(stderr, /^\n {2}http:\/\/www\.boe\.es\/b\n {2}limit-scheme {2,}https:\/\/www\.boe\.es\/b\n/)
    assert.match(stderr, /follow-redirects {2,}https:\/\/www\.boe\.es\/a\/3\?utm_source=b\n/)
    assert.match(stderr, /301 {2,}https:\/\/www\.boe\.es\/a\/3\?utm_source=b\n/)
    assert.match(stderr, /\n {2}decision {2,}accept\n/)
    assert.match(stderr, /removed {2,}utm_source\n/)
  })

  test('a rejected URL gives an empty line, the reason with its fix, and exit code 1', async () => {
    const { code, stdout, stderr } = await run('https://tienda.com/')
    assert.deepEqual([code, stdout], [1, '\n'])
    assert.match(stderr, /reject not_allowlisted: The host is not on the allowlist .*hosts\.allow/)
  })

  test('what needs a person has exit code 1, and says what to look at', async () => {
    const { code, stdout, stderr } = await run('https://www.boe.es/nada')
    assert.deepEqual([code, stdout], [1, 'https://www.boe.es/nada\n'])
    assert.match(stderr, /flag {2,}resolution_failed: The page could not be fetched/)
    assert.match(stderr, /note {2,}ended:404/)
  })

  test('a list gives a line for each line, and a count', async () => {
    const { code, stdout, stderr } = await run('--host-delay', '0', '--ignore-robots', 'urls.txt')
    assert.deepEqual([code, stdout], [1, 'https://www.boe.es/a/3\n\n\nhttps://www.boe.es/a/3\n'])
    assert.match(stderr, /canonist: 3 URLs, 2 accepted, 1 rejected\. First: \S+ \([a-z_]+\)\n/)
  })

  test('--json prints the record of every URL', async () => {
    const { code, stdout } = await run('--json', '--host-delay', '0', '--ignore-robots', 'urls.txt')
    assert.equal(code, 1)
    const records = readLines(stdout)
    assert.deepEqual(
      records.map(({ decision, reason }) => reason ?? decision),
      ['accept', 'not_allowlisted', 'accept'],
    )
    assert.match(records[0]?.policyVersion ?? '', /^7\+[0-9a-f]{16}$/)
  })

  test('--offline sends no request', async () => {
    const before = web.connections()
    const { code, stdout } = await run('--offline', '--json', 'https://bit.ly/1', 'https://www.boe.es/nada/?page=2')
    assert.deepEqual(
      [code, readLines(stdout).map(({ canonical, reason }) => canonical ?? reason)],
      [1, ['needs_resolution', 'https://www.boe.es/nada']],
    )
    assert.equal(web.connections(), before)
  })

  test('--purpose asks for a link that says something', async () => {
    const { stdout } = await run('--offline', '--json', '--purpose', 'fuente_url', 'https://www.boe.es/')
    assert.deepEqual(readLines(stdout)[0]?.flags, ['homepage_link'])
  })

  test('--quiet prints the URL and nothing else', async () => {
    const { stdout, stderr } = await run('--quiet', 'https://www.boe.es/a/3')
    assert.deepEqual([stdout, stderr], ['https://www.boe.es/a/3\n', ''])
  })

  test('a line that is not text is rejected', async () => {
    const stdin = Buffer.from([0xff, 0x0a])
    const { code, stdout } = await canonist(['admit', '-p', 'policy.yaml', '--offline', '--json'], {
      cwd: folder,
      stdin,
    })
    assert.deepEqual([code, readLines(stdout)[0]?.reason], [1, 'malformed'])
  })

  test('if no server answers, the command could not run', async () => {
    const args = ['admit', '-p', 'policy.yaml', '--connect-to', '::127.0.0.1:1', 'https://www.boe.es/']
    const { code, stderr } = await canonist(args, { cwd: folder })
    assert.equal(code, 3)
    assert.match(stderr, /No server answered\./)
  })

  const WRONG: readonly (readonly [why: string, args: readonly string[], says: RegExp])[] = [
    ['no policy', ['https://boe.es/'], /--policy/],
    ['a policy that is not there', ['--policy', './none.yaml', 'https://boe.es/'], /none\.yaml/],
    ['a policy with a fault', ['--policy', './bad.yaml', 'https://boe.es/'], /query\.strips/],
    ['a fault that only admission sees', ['--policy', './bad-host.yaml', 'https://boe.es/'], /hosts\.allow\[0\]/],
  ]
  for (const [why, args, says] of WRONG) {
    test(`${why} is wrong usage`, async () => {
      const { code, stdout, stderr } = await canonist(['admit', ...args], { cwd: folder })
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, says)
    })
  }
})
