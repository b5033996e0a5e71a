import assert from 'node:assert/strict'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { canonist, temporaryFolder, type Ran } from '@canonist/test-support/command.ts'
import { startDeafServer } from '@canonist/test-support/deaf-server.ts'
import { startLoopbackWeb, type LoopbackWeb } from '@canonist/test-support/loopback-web.ts'
import { checkSarif } from '../report/check-sarif.ts'

// The command as users start it.

const { path: folder, file } = temporaryFolder()
const POLICY = 'name: test\nextends: sources\nhosts: { allow: [boe.es, sepe.es], shorteners: [bit.ly] }\n'
const GOOD = 'https://www.boe.es/buscar/act.php?id=BOE-A-2021-21007'
const TRACKED = `${GOOD}&utm_source=x`

file('policy.yaml', POLICY)
const run = (...args: readonly string[]): Promise<Ran> =>
  canonist(['validate', '--policy', 'policy.yaml', '--field', 'u', ...args], { cwd: folder })

function write(name: string, content: string | Uint8Array): string {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), content)
  return name
}

describe('canonist validate', () => {
  test('what is in order gives no line and exit code 0', async () => {
    const { code, stdout, stderr } = await run(write('good.json', `{"u":"${GOOD}"}`))
    assert.deepEqual([code, stdout, stderr], [0, '', 'canonist: 1 file, 1 link: nothing found\n'])
  })

  test('a finding has file, line and column', async () => {
    const { stdout, stderr } = await run(write('bad.json', `{\n  "u": "${TRACKED}"\n}`))
    const message = `The link has tracking parameters: utm_source. Write ${GOOD}`
    assert.equal(stdout, `bad.json:2:9: warning: ${message} [tracking-left]\n`)
    assert.equal(stderr, 'canonist: 1 file, 1 link: 1 warning (tracking-left 1); --fix can fix 1 link\n')
  })

  const failing = [
    { args: ['bad.json'], code: 0, why: 'a warning is not an error' },
    { args: ['--fail-on', 'warning', 'bad.json'], code: 1, why: 'unless asked for' },
    { args: ['--rule', 'tracking-left=error', 'bad.json'], code: 1, why: 'or made one' },
    { args: ['--rule', 'tracking-left=note', '--fail-on', 'warning', 'bad.json'], code: 0, why: 'a note never fails' },
    { args: ['home.json'], code: 1, why: 'an error fails' },
    { args: ['--fail-on', 'never', 'home.json'], code: 0, why: 'unless nothing is to fail' },
    { args: ['--rule', 'home-page=warning', 'home.json'], code: 0, why: 'or it is made a warning' },
  ]
  for (const { args, code, why } of failing) {
    test(`${args.join(' ')}: exit code ${code} (${why})`, async () => {
      write('bad.json', `{\n  "u": "${TRACKED}"\n}`)
      write('home.json', '{"u":"https://www.sepe.es"}')
      assert.equal((await run('--quiet', ...args)).code, code)
    })
  }

  test('a note alone is reported', async () => {
    const { stdout } = await run('--quiet', '--rule', 'tracking-left=note', 'bad.json')
    assert.match(stdout, /^bad\.json:2:9: note: The link has tracking/)
  })

  test('a note alone is reported, with exit code 0', async () => {
    const { code, stdout } = await run('--quiet', write('some.json', `[{"u":"${GOOD}"},{"u":null}]`))
    assert.equal(code, 0)
    assert.match(stdout, /^some\.json:1:\d+: note: The field is empty\. .*\[no-link\]\n$/)
  })

  test('folders, patterns and files; each file once, the order of names, hidden ones and other kinds left out', async () => {
    write('kb/b/2.yaml', 'u: https://www.sepe.es\n')
    write('kb/a.md', '---\nu: https://www.sepe.es/\n---\n')
    write('kb/.git/x.json', '{"u":"x"}')
    write('kb/node_modules/x.json', '{"u":"x"}')
    write('kb/x.txt', 'https://x')
    symlinkSync('b/2.yaml', join(folder, 'kb/link.yaml'))
    symlinkSync('.', join(folder, 'kb/loop'))
    const { stdout } = await run('--rule', 'duplicate=off', 'kb', 'kb/**/*.yaml', 'kb/b/2.yaml')
    const places = stdout.split('\n').filter((line) => line.includes('[home-page]'))
    assert.deepEqual(
      places.map((line) => line.split(': ', 1)[0]),
      ['kb/a.md:2:4', 'kb/b/2.yaml:1:4'],
    )
  })

  test('broken files are reported with their place, and the others are read', async () => {
    write('mix/1.json', '{"u":')
    write('mix/2.json', Buffer.from('{"u":"\xe9"}', 'latin1'))
    write('mix/3.yaml', 'u: [')
    write('mix/4.csv', 'u\n"x')
    write('mix/5.json', `{"u":"${TRACKED}"}`)
    symlinkSync('nowhere', join(folder, 'mix/6.json'))
    const { code, stdout } = await run('--quiet', 'mix')
    assert.equal(code, 1)
    assert.deepEqual(
      stdout.split('\n').map((line) => line.replace(/^(\S+): (\w+): .*\[(.*)\]$/, '$1 $3')),
      [
        'mix/1.json:1:6 unreadable-file',
        'mix/2.json:1:7 unreadable-file',
        'mix/3.yaml:1:5 unreadable-file',
        'mix/4.csv:2:1 unreadable-file',
        'mix/5.json:1:7 tracking-left',
        'mix/6.json:1:1 unreadable-file',
        '',
      ],
    )
  })

  test('stdin, with --as', async () => {
    const stdin = `u\n${TRACKED}\n`
    const args = ['validate', '--policy', 'policy.yaml', '--field', 'u', '--quiet', '--as', 'csv', '-']
    const { code, stdout } = await canonist(args, { cwd: folder, stdin })
    assert.equal(code, 0)
    assert.match(stdout, /^-:2:1: warning: The link has tracking/)
  })

  const N =
    'See [rg](https://github.com/BurntSushi/ripgrep), <https://www.rust-lang.org/>, http://e.com/a?x=1#History\n'
  const listRules = (stdout: string): string[] => [...stdout.matchAll(/\[([a-z0-9-]+)\]$/gm)].map(([, id = '']) => id)
  const plain = (...args: readonly string[]): Promise<Ran> =>
    canonist(['validate', '--quiet', ...args], { cwd: folder })

  test('without flags a link is held to be a link, not a source', async () => {
    const { code, stdout } = await plain(write('n.md', N))
    assert.deepEqual([code, stdout], [0, ''])
  })

  const SOURCES = ['section-page', 'home-page', 'plain-http']
  const asking = [
    { why: 'an allowlist', policy: 'extends: links\nhosts: { allow: [github.com, rust-lang.org, e.com] }' },
    { why: 'a sentence for citations', policy: 'extends: links\ncitation: { qualifier: See }' },
    {
      why: 'such a sentence for one site',
      policy: 'extends: links\nsites: { e.com: { citation: { qualifier: See } } }',
    },
  ]
  for (const { why, policy } of asking) {
    test(`a policy with ${why} asks for sources`, async () => {
      write('asking.yaml', `name: asking\n${policy}\n`)
      const found = listRules((await plain('--policy', 'asking.yaml', write('n.md', N))).stdout)
      assert.ok(found.includes('plain-http'))
      // The kind of a page matters only where a field holds a source.
      for (const rule of ['section-page', 'home-page']) assert.ok(!found.includes(rule), rule)
    })
  }

  test('--field turns on the findings for sources, and * is not an allowlist', async () => {
    write('n.json', '[{"u":"https://github.com/a/b"},{"u":"https://www.rust-lang.org"},{"u":"http://e.com/a/b-c?x=1"}]')
    assert.deepEqual(listRules((await plain('--field', 'u', 'n.json')).stdout), SOURCES)
    assert.deepEqual(listRules((await plain('n.json')).stdout), [])
    write('open.yaml', "name: open\nhosts: { allow: ['*'] }\n")
    assert.deepEqual(listRules((await plain('--policy', 'open.yaml', 'n.md')).stdout), [])
  })

  test('--rule turns a finding on or off; it counts before the policy, and the policy before the default', async () => {
    write('levels.yaml', 'name: levels\nextends: links\nrules: { home-page: note, plain-http: warning }\n')
    const levels = ['--policy', 'levels.yaml', 'n.md']
    assert.deepEqual(listRules((await plain(...levels)).stdout), ['home-page', 'plain-http'])
    assert.match((await plain(...levels)).stdout, /: note: The link leads to a home page/)
    const over = await plain('--rule', 'home-page=off', '--rule', 'section-page=error', ...levels)
    assert.deepEqual([over.code, listRules(over.stdout)], [1, ['section-page', 'section-page', 'plain-http']])
  })

  test('a rule that does not exist, or a level, is refused', async () => {
    const cases = [
      {
        args: ['--rule', 'tracking=off'],
        says: /--rule: No finding is called "tracking"\. Did you mean tracking-left\?/,
      },
      { args: ['--rule', 'home-page=loud'], says: /"home-page=loud": it must be one of off, note, warning, error\./ },
      { args: ['--policy', 'wrong.yaml'], says: /wrong\.yaml: rules: No finding is called "homepage"\. / },
    ]
    write('wrong.yaml', 'name: wrong\nrules: { homepage: off }\n')
    for (const { args, says } of cases) {
      const { code, stderr } = await canonist(['validate', ...args, 'n.md'], { cwd: folder })
      assert.equal(code, 2)
      assert.match(stderr, says)
    }
  })

  test('a policy may set the levels of findings that only check has', async () => {
    write('both.yaml', 'name: both\nrules: { fragment-missing: off, degraded: note }\n')
    assert.equal((await plain('--policy', 'both.yaml', 'n.md')).code, 0)
  })

  const misuse: readonly { args: readonly string[]; code: number; says: RegExp }[] = [
    { args: [], code: 2, says: /No file is named\. Name files/ },
    { args: ['missing.json'], code: 3, says: /cannot read missing\.json: It does not exist/ },
    {
      args: ['none-*.json'],
      code: 2,
      says: /none-\*\.json: No file is in a supported format \(files end with \.json.*\)\. Name/,
    },
    {
      args: ['policy.txt'],
      code: 2,
      says: /Canonist cannot tell the format of policy\.txt \(.*\)\. Pass the format with --as\./,
    },
    { args: ['-'], code: 2, says: /Canonist cannot tell the format of stdin/ },
    { args: ['--fix', '--as', 'json', '-'], code: 2, says: /Canonist cannot fix links on stdin\. Name a file/ },
    { args: ['nofield.json'], code: 2, says: /No file has a field u\. Check --field/ },
  ]
  for (const { args, code, says } of misuse) {
    test(`${args.join(' ') || 'nothing'} is refused with ${code}`, async () => {
      write('policy.txt', '')
      write('nofield.json', '{"fuente":1}')
      const ran = await run(...args)
      assert.equal(ran.code, code)
      assert.match(ran.stderr, says)
      assert.equal(ran.stdout, '')
    })
  }

  test('a policy that is not there is refused', async () => {
    const { code, stderr } = await canonist(['validate', '--policy', './other.yaml', 'good.json'], { cwd: folder })
    assert.equal(code, 2)
    assert.match(stderr, /cannot read the policy file other\.yaml: It does not exist/)
  })

  test('a hostile file name and hostile text do nothing to a terminal', async () => {
    const name = 'a\u001b[31m\n.json'
    write(name, '{"u":"https://x\\u001b[2J.es\\n::error::x"}')
    for (const format of ['text', 'github', 'junit', 'json', 'sarif', 'md']) {
      const { stdout } = await run('--format', format, name)
      assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f]/, format)
      assert.doesNotMatch(stdout, /^::error::/m, format)
    }
  })

  test('SARIF is valid and has the fix in the spelling of the file', async () => {
    write('kb2/con espacio/ñ.json', '{"u":"https:\\/\\/WWW.boe.es\\/a\\/b-c"}')
    const { stdout } = await run('--format', 'sarif', 'kb2')
    const log: unknown = JSON.parse(stdout)
    checkSarif(log)
    const [result] = log.runs[0].results
    assert.equal(result?.ruleId, 'not-canonical')
    const change = result?.fixes?.[0]?.artifactChanges[0]
    assert.equal(change?.artifactLocation.uri, 'kb2/con%20espacio/%C3%B1.json')
    assert.equal(change?.replacements[0]?.insertedContent.text, 'https:\\/\\/www.boe.es\\/a\\/b-c')
  })
})

describe('canonist validate --fix', () => {
  test('writes what is certain, reports the rest, and finds nothing to fix the next time', async () => {
    const name = write('fix.json', `\ufeff{\r\n\t"u": ["${TRACKED}", "https://www.sepe.es"]\r\n}`)
    chmodSync(join(folder, name), 0o640)
    const first = await run('--fix', name)
    assert.equal(first.code, 1)
    assert.match(first.stdout, /^fix\.json:2:\d+: error: The link leads to a home page [^\n]*\n$/)
    assert.match(first.stderr, /1 error \(home-page 1\); 1 link fixed in 1 file\n$/)
    assert.equal(readFileSync(join(folder, name), 'utf8'), `\ufeff{\r\n\t"u": ["${GOOD}", "https://www.sepe.es"]\r\n}`)
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o640)
    const before = statSync(join(folder, name)).ino
    const second = await run('--fix', name)
    assert.match(second.stderr, /: 1 error \(home-page 1\)\n$/)
    assert.equal(statSync(join(folder, name)).ino, before, 'a file that needs nothing is not written')
  })

  test('a link to a file stays a link, and nothing else is left in the folder', async () => {
    write('links/real/a.json', `{"u":"${TRACKED}"}`)
    symlinkSync('real/a.json', join(folder, 'links/b.json'))
    const { code } = await run('--fix', '--quiet', 'links/b.json')
    assert.equal(code, 0)
    assert.ok(lstatSync(join(folder, 'links/b.json')).isSymbolicLink())
    assert.equal(readFileSync(join(folder, 'links/real/a.json'), 'utf8'), `{"u":"${GOOD}"}`)
    assert.deepEqual(readdirSync(join(folder, 'links/real')), ['a.json'])
  })
})

describe('canonist validate --fix, what is certain', () => {
  test('findings that are hidden or about the kind of page keep nothing from being fixed', async () => {
    write('tidy.yaml', 'name: tidy\nextends: rfc3986\nquery: { tracking: core }\n')
    const off = ['home-page', 'section-page', 'unknown-param', 'not-canonical', 'duplicate']
    const args = ['--policy', 'tidy.yaml', ...off.flatMap((rule) => ['--rule', `${rule}=off`]), '--fix']
    write('homes.json', '{"u":["https://www.sepe.es/?utm_source=x","https://boe.es?a=1&gclid=2"]}')
    const { stderr } = await canonist(['validate', ...args, '--field', 'u', 'homes.json'], { cwd: folder })
    assert.match(stderr, /2 links fixed in 1 file/)
    const written = JSON.parse(readFileSync(join(folder, 'homes.json'), 'utf8')) as unknown
    assert.deepEqual(written, { u: ['https://www.sepe.es/', 'https://boe.es?a=1'] })
  })

  test('fragments, http, hosts and slashes are not written without proof', async () => {
    const text = '[a](https://github.com/a/b#readme) [b](http://boe.es/a/b-c/) [c](https://boe.es/a/b-c/)\n'
    write('unproved.md', text)
    const args = ['validate', '--fix', '--policy', 'sources', 'unproved.md']
    const { stdout } = await canonist(args, { cwd: folder })
    assert.match(stdout, /The link uses http\. Check that https:\/\/boe\.es\/a\/b-c\/ serves the same page/)
    assert.equal(readFileSync(join(folder, 'unproved.md'), 'utf8'), text)
  })
})

describe('canonist validate --online', () => {
  let web: LoopbackWeb
  before(async () => {
    const page = { headers: { 'content-type': 'text/html' }, body: '<title>A</title>' }
    web = await startLoopbackWeb({
      'https://bit.ly/x': { status: 301, headers: { location: 'https://www.boe.es/a/b-c?utm_source=t' } },
      'https://www.boe.es/a/b-c?utm_source=t': page,
      'https://www.boe.es/a/b-c': page,
      'https://bit.ly/busy': { status: 503 },
      'https://www.boe.es/old-page': { status: 301, headers: { location: 'https://www.boe.es/a/d-e' } },
      'https://www.boe.es/a/d-e': page,
      'https://www.boe.es/away-page': { status: 301, headers: { location: 'https://tienda.com/' } },
      'https://www.boe.es/for-now': { status: 302, headers: { location: 'https://www.boe.es/a/d-e' } },
      'https://www.boe.es/lost-page': { status: 301, headers: { location: 'https://www.boe.es/' } },
      'https://www.boe.es/': page,
      'http://www.sepe.es/old-page': { status: 301, headers: { location: 'http://www.sepe.es/a/new-page' } },
      'http://www.sepe.es/a/new-page': page,
    })
    file('ca.pem', web.ca)
  })
  after(() => web.close())

  function online(...args: readonly string[]): Promise<Ran> {
    const mapping = web.connectToFlags.flatMap((flag) => ['--connect-to', flag])
    return run('--online', '--host-delay', '0', '--ignore-robots', ...mapping, '--cacert', 'ca.pem', ...args)
  }

  test('short links and redirects are resolved, and can be fixed', async () => {
    const urls = [
      'https://bit.ly/x',
      'https://www.boe.es/old-page',
      'https://www.boe.es/away-page',
      'https://www.boe.es/no-page',
    ]
    const name = write('net.json', JSON.stringify({ u: urls }))
    const { code, stdout } = await online('--fix', name)
    assert.equal(code, 1)
    assert.match(
      stdout,
      /error: tienda\.com: A redirect leads to a host that is not on the allowlist\. .*\[bad-redirect\]\n/,
    )
    assert.match(
      stdout,
      /warning: The server responded with status 404\. The page could not be fetched, so its URL stays as written.*\[resolution-failed\]\n/,
    )
    assert.deepEqual(JSON.parse(readFileSync(join(folder, name), 'utf8')), {
      u: ['https://www.boe.es/a/b-c', 'https://www.boe.es/a/d-e', ...urls.slice(2)],
    })
  })

  test('a short link whose service does not answer says so, and is not said to lead nowhere', async () => {
    const { code, stdout } = await online(write('busy.json', '{"u":"https://bit.ly/busy"}'))
    assert.deepEqual(
      [code, stdout],
      [
        1,
        'busy.json:1:7: error: bit.ly: The server responded with status 503. Run again later, or link to the page itself. [shortener]\n',
      ],
    )
  })

  test('without a policy every public host may get requests; only permanent moves of a page are written', async () => {
    const moved = [
      'https://www.boe.es/old-page?utm_source=x#art-3',
      'https://www.boe.es/for-now',
      'https://www.boe.es/lost-page',
    ]
    const name = write('open.md', moved.map((url) => `[a](${url})\n`).join(''))
    const mapping = web.connectToFlags.flatMap((flag) => ['--connect-to', flag])
    const network = ['--online', '--host-delay', '0', '--ignore-robots', ...mapping, '--cacert', 'ca.pem']
    const { stdout } = await canonist(['validate', ...network, '--fix', name], { cwd: folder })
    const fixed = ['https://www.boe.es/a/d-e#art-3', ...moved.slice(1)]
    assert.equal(readFileSync(join(folder, name), 'utf8'), fixed.map((url) => `[a](${url})\n`).join(''))
    assert.match(
      stdout,
      /^open\.md:3:5: warning: The link redirects to another URL\. Check that https:\/\/www\.boe\.es\/ is the same page, and link to that\. \[moved\]\n$/,
    )
  })

  test('under a policy that keeps http, redirects are followed as they are, and a failure is named', async () => {
    const name = write('plain.md', '[a](http://www.sepe.es/old-page) [b](https://www.boe.es/none)\n')
    const mapping = web.connectToFlags.flatMap((flag) => ['--connect-to', flag])
    const network = ['--online', '--host-delay', '0', '--ignore-robots', ...mapping, '--cacert', 'ca.pem']
    const { stdout } = await canonist(['validate', ...network, '--fix', name], { cwd: folder })
    assert.match(stdout, /^plain\.md:1:\d+: warning: The server responded with status 404\. .*\[resolution-failed\]\n$/)
    const text = readFileSync(join(folder, name), 'utf8')
    assert.equal(text, '[a](http://www.sepe.es/a/new-page) [b](https://www.boe.es/none)\n')
  })

  test('if no server answers, what needs no network is reported and fixed, and the exit code is 3', async (t) => {
    const deaf = await startDeafServer()
    t.after(() => deaf.close())
    const name = write('mute.md', '[a](https://nobody.example.com/x?utm_source=mail) [b](htps://boe.es/x)\n')
    const flags = ['--online', '--timeout', '1', '--host-delay', '0', '--ignore-robots']
    const network = [...flags, '--connect-to', `:443:127.0.0.1:${deaf.port}`]
    const ran = await canonist(['validate', ...network, name], { cwd: folder })
    const offline = await canonist(['validate', name], { cwd: folder })
    assert.match(offline.stdout, /\[tracking-left\]\n.*\[malformed\]\n$/)
    assert.deepEqual([ran.code, ran.stdout], [3, offline.stdout], ran.stderr)
    assert.match(ran.stderr, /No server answered, so only what needs no network was reported\. Check /)
    await canonist(['validate', ...network, '--fix', name], { cwd: folder })
    assert.match(readFileSync(join(folder, name), 'utf8'), /^\[a\]\(https:\/\/nobody\.example\.com\/x\) /)
  })

  test('a policy without hosts sends no request', async () => {
    const before = web.connections()
    const ran = await canonist(['validate', '--policy', 'sources', '--online', 'good.json'], { cwd: folder })
    assert.equal(ran.code, 2)
    assert.match(ran.stderr, /Policy sources has no allowlist, so --online may not send requests\. Add hosts\.allow/)
    assert.equal(web.connections(), before)
  })

  test('offline, no request is sent', async () => {
    const before = web.connections()
    await run('net.json')
    assert.equal(web.connections(), before)
  })
})
