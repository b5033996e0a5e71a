import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { canonist, temporaryFolder, type Ran } from '@canonist/test-support/command.ts'
import { startDeafServer } from '@canonist/test-support/deaf-server.ts'
import { startLoopbackWeb, type LoopbackWeb, type Page } from '@canonist/test-support/loopback-web.ts'
import { checkSarif } from '../report/check-sarif.ts'
import { age } from './support/age.ts'
import { article, html } from './support/pages.ts'

// The command as users start it, against a web with TLS on loopback: every verdict, and what is written about it.

const ALLOWED = ['example.com', 'example.org']
const CHALLENGE: Page = {
  status: 403,
  headers: { 'cf-mitigated': 'challenge' },
  body: html('Just a moment...', 'Wait'),
}

const PAGES: Readonly<Record<string, Page>> = {
  'https://a.example.com/tea': { body: article('Tea', 1) },
  'https://a.example.com/old': { status: 301, headers: { location: '/new' } },
  'https://a.example.com/new': { body: article('New place', 2) },
  'https://a.example.com/lost': { status: 302, headers: { location: '/' } },
  'https://a.example.com/': { body: html('A', 'Welcome to the home page') },
  'https://a.example.com/says': { body: html('Página no encontrada | A', 'Lo sentimos.') },
  'https://a.example.com/ended': { status: 410 },
  'https://a.example.com/sold': { status: 301, headers: { location: 'https://casino.example.net/' } },
  'https://a.example.com/login': { status: 401 },
  'https://wall.example.com/x': CHALLENGE,
  'https://busy.example.com/x': { status: 429, headers: { 'retry-after': '7200' } },
  'https://busy.example.com/y': { body: article('Y', 3) },
  'https://b.example.org/robots.txt': { body: 'User-agent: *\nDisallow: /private' },
  'https://b.example.org/private': { body: article('Private', 4) },
  'https://soon.example.com/x': { body: article('Soon', 5) },
  'https://old.example.com/x': { body: article('Old', 6) },
  'https://parts.example.com/a': {
    headers: { etag: '"1"' },
    body: html('Parts', '<h2 id="uno">One</h2> <h2 id="user-content-tres">Three</h2>'),
  },
}

const EXPECTED: Readonly<Record<string, string>> = {
  'https://a.example.com/': 'healthy',
  'https://a.example.com/tea': 'healthy',
  'https://a.example.com/old': 'moved',
  'https://a.example.com/lost': 'soft404',
  'https://a.example.com/says': 'soft404',
  'https://a.example.com/ended': 'gone',
  'https://a.example.com/sold': 'takeover_suspect',
  'https://a.example.com/login': 'guarded',
  'https://a.example.com/missing': 'degraded',
  'https://wall.example.com/x': 'guarded',
  'https://busy.example.com/x': 'inconclusive',
  'https://b.example.org/private': 'inconclusive',
  'https://soon.example.com/x': 'healthy',
  'https://old.example.com/x': 'degraded',
}

const { path: folder, file } = temporaryFolder()
let web: LoopbackWeb

before(async () => {
  web = await startLoopbackWeb(PAGES, { faults: { 'soon.example.com': 'expires-soon', 'old.example.com': 'expired' } })
  file('ca.pem', web.ca)
  file('policy.json', JSON.stringify({ name: 'ours', extends: 'dedupe', hosts: { allow: ALLOWED } }))
  file('urls.txt', `${Object.keys(EXPECTED).join('\n')}\n`)
})
after(() => web.close())

const run = (args: readonly string[]): Promise<Ran> => canonist(args, { cwd: folder })

const check = (db: string, ...flags: string[]): Promise<Ran> => checkUnder('policy.json', db, ...flags)

function checkUnder(policy: string, db: string, ...flags: string[]): Promise<Ran> {
  const mapping = web.connectToFlags.flatMap((flag) => ['--connect-to', flag])
  return run(['check', '--db', db, '--policy', policy, '--host-delay', '0', '--cacert', 'ca.pem', ...mapping, ...flags])
}

interface JsonReport {
  readonly pages: readonly {
    readonly url: string
    readonly verdict: string
    readonly movedTo: string | null
    readonly priority: string
    readonly prioritySetBy: string
    readonly evidence: readonly { readonly at: number; readonly status: number | null }[]
  }[]
  readonly findings: readonly {
    readonly rule: string
    readonly url: string
    readonly message: string
    readonly replacement?: string
  }[]
}

const verdictsIn = ({ stdout }: Ran): Record<string, string> =>
  Object.fromEntries((JSON.parse(stdout) as JsonReport).pages.map(({ url, verdict }) => [url, verdict]))

test('every verdict comes of what the web answers', async () => {
  await run(['add', '--db', 'all.db', 'urls.txt', '--quiet'])
  const ran = await check('all.db', '--format', 'json')
  assert.deepEqual(verdictsIn(ran), EXPECTED, ran.stderr)
  assert.equal(ran.code, 1)
  const { findings, pages } = JSON.parse(ran.stdout) as JsonReport
  const moved = findings.find(({ rule }) => rule === 'moved')
  assert.equal(moved?.replacement, 'https://a.example.com/new')
  const sold = findings.find(({ rule }) => rule === 'takeover-suspect')
  assert.match(sold?.message ?? '', /https:\/\/casino\.example\.net\//)
  const gone = pages.find(({ verdict }) => verdict === 'gone')
  assert.deepEqual(
    gone?.evidence.map(({ status }) => status),
    [410],
  )
  for (const { url, evidence, priority, prioritySetBy } of pages) {
    assert.ok(evidence.length > 0 && evidence.every(({ at }) => at > 0), url)
    assert.deepEqual([priority, prioritySetBy], ['P2', 'policy'])
  }
  assert.equal(
    web.requests.some(({ host }) => host === 'casino.example.net'),
    false,
  )
})

function admit(policy: string, ...urls: string[]): Promise<Ran> {
  return run(['admit', '--offline', '--policy', policy, '--db', 'admitted.db', '--quiet', ...urls])
}

test('the allowlist that pages were admitted by is known without being named', async () => {
  file('open.json', JSON.stringify({ name: 'open', extends: 'dedupe' }))
  await run(['add', '--db', 'admitted.db', '--policy', 'open.json', '--quiet', 'https://a.example.com/tea'])
  const unknown = await check('admitted.db', '--limit', '0')
  assert.match(unknown.stderr, /0 verdicts changed \(policy ours\)\n/)
  await admit('policy.json', 'https://a.example.com/sold')
  const flags = ['--host-delay', '0', '--cacert', 'ca.pem', '--format', 'json']
  const mapping = web.connectToFlags.flatMap((flag) => ['--connect-to', flag])
  const known = await run(['check', '--db', 'admitted.db', ...flags, ...mapping])
  assert.match(known.stderr, /\(policy ours, from the newest admission\)\n/)
  assert.equal(verdictsIn(known)['https://a.example.com/sold'], 'takeover_suspect')
})

test('a policy without an allowlist is reported', async () => {
  await run(['admit', '--offline', '--policy', 'open.json', '--db', 'open.db', '--quiet', 'https://a.example.com/tea'])
  const told = /this policy has no allowlist, so redirects to other hosts were not suspected as takeovers\. Pass /
  assert.match((await run(['check', '--db', 'open.db', '--limit', '0'])).stderr, told)
  assert.doesNotMatch((await check('open.db', '--limit', '0')).stderr, told)
})

const ALL = 'all.db'

test('a certificate that expires soon is reported', async () => {
  const { findings } = JSON.parse((await check(ALL, '--limit', '0', '--format', 'json')).stdout) as JsonReport
  assert.deepEqual(
    findings.filter(({ rule }) => rule === 'certificate-expires-soon').map(({ url }) => url),
    ['https://soon.example.com/x'],
  )
})

test('current verdicts are reported again without a request', async () => {
  const before = web.requests.length
  const ran = await check(ALL, '--limit', '0', '--format', 'md')
  assert.equal(web.requests.length, before)
  assert.match(ran.stdout, /^# Link health\n\n14 pages watched: \d+ errors, \d+ warnings, \d+ notes\./)
  assert.match(
    ran.stdout,
    /\| <https:\/\/a\.example\.com\/old> \| Moved: the page redirects permanently to <https:\/\/a\.example\.com\/new>\./,
  )
  assert.equal(ran.code, 1)
})

test('SARIF is what SARIF should be, and JUnit has a case for each page', async () => {
  const sarif = await check(ALL, '--limit', '0', '--format', 'sarif')
  checkSarif(JSON.parse(sarif.stdout))
  const junit = await check(ALL, '--limit', '0', '--format', 'junit')
  const cases = [...junit.stdout.matchAll(/<testcase /g)].length
  assert.equal(cases >= Object.keys(EXPECTED).length, true)
  assert.match(junit.stdout, new RegExp(`<testsuites name="canonist" tests="${cases}" failures="\\d+"`))
})

test('without a format it is a table, and the summary goes to stderr', async () => {
  const { stdout, stderr } = await check(ALL, '--limit', '0')
  assert.match(
    stdout,
    /^takeover-suspect +https:\/\/a\.example\.com\/sold +The domain may have another owner: the page redirects to a host/m,
  )
  assert.match(stderr, /canonist: 0 pages checked, 0 verdicts changed \(policy ours\)\n/)
  assert.match(
    stderr,
    /canonist: 14 pages watched: 3 healthy, 1 moved, 2 degraded, 2 guarded, 2 inconclusive, 2 soft404, 1 gone, 1 takeover_suspect/,
  )
})

test('--dry-run lists the due pages and sends no request', async () => {
  await run(['add', '--db', 'due.db', '--quiet', '--priority', 'P0', 'https://a.example.com/tea'])
  await run(['add', '--db', 'due.db', '--quiet', 'https://a.example.com/new'])
  const before = web.requests.length
  const { stdout, stderr, code } = await check('due.db', '--dry-run')
  assert.deepEqual([code, web.requests.length], [0, before])
  assert.equal(
    stdout,
    'P0  new               never       https://a.example.com/tea\nP2  new               never       https://a.example.com/new\n',
  )
  assert.match(stderr, /2 pages due/)
})

test('priority sets by hand how often, and says what it does not know', async () => {
  const { code, stderr } = await run([
    'priority',
    '--db',
    'due.db',
    'P1',
    'https://a.example.com/new',
    'https://nowhere.com/',
  ])
  assert.equal(code, 1)
  assert.match(
    stderr,
    /https:\/\/nowhere\.com\/: The URL is not in the registry\. Add it to the registry first\.\n.*1 page set to P1/,
  )
  assert.match((await check('due.db', '--dry-run')).stdout, /^P1 .*\/new$/m)
  await run(['priority', '--db', 'due.db', 'policy', 'https://a.example.com/new'])
  assert.match((await check('due.db', '--dry-run')).stdout, /^P2 .*\/new$/m)
  const wrong = await run(['priority', '--db', 'due.db', 'P9', 'https://a.example.com/new'])
  assert.deepEqual(
    [wrong.code, wrong.stderr],
    [2, 'canonist: P9 is not a priority. Write P0 (daily), P1 (weekly), P2 (monthly) or policy.\n'],
  )
})

test('all is well: exit code 0, and nothing on stdout', async () => {
  const { code, stdout, stderr } = await check('due.db')
  assert.deepEqual([code, stdout], [0, ''])
  assert.match(stderr, /2 pages checked, 2 verdicts changed \(policy ours\)\n.*2 pages watched: 2 healthy/)
})

test('three failures over 72 hours are gone, through the command', async () => {
  await run(['add', '--db', 'gone.db', '--quiet', 'https://a.example.com/never', 'https://a.example.com/tea'])
  const verdicts: (string | undefined)[] = []
  for (const hours of [36, 36, 0]) {
    verdicts.push(verdictsIn(await check('gone.db', '--all', '--format', 'json'))['https://a.example.com/never'])
    await age(`${folder}/gone.db`, hours)
  }
  assert.deepEqual(verdicts, ['degraded', 'degraded', 'gone'])
  const { stdout } = await check('gone.db', '--limit', '0')
  assert.match(
    stdout,
    /^gone .*the page failed at least three times over 72 hours; the server responds with status 404, failing since \d{4}-\d\d-\d\d\..*web\.archive\.org/,
  )
})

test('only the page that is named is looked at, due or not', async () => {
  const ran = await check('gone.db', '--url', 'https://A.example.com/tea?utm_source=x', '--format', 'json')
  assert.deepEqual([ran.code, verdictsIn(ran)], [0, { 'https://a.example.com/tea': 'healthy' }])
  assert.match(ran.stderr, /1 page checked/)
})

test('findings stand in the files that link to the pages, with line and column', async () => {
  file(
    'topic.json',
    '{\n  "name": "Tea",\n  "fuente_url": "https://a.example.com/old",\n  "other": "https://a.example.com/lost"\n}\n',
  )
  const flags = ['--files', 'topic.json', '--field', 'fuente_url', '--limit', '0']
  const { stdout, stderr, code } = await check(ALL, ...flags, '--format', 'sarif')
  const log: unknown = JSON.parse(stdout)
  checkSarif(log)
  const places = log.runs.flatMap(({ results }) =>
    results.map(({ ruleId, locations }) => [ruleId, locations?.[0]?.physicalLocation]),
  )
  assert.equal(code, 1, stderr)
  assert.match(
    JSON.stringify(places),
    /^\[\["moved",\{"artifactLocation":\{"uri":"topic\.json".*"startLine":3,"startColumn":18/,
  )
  assert.match(
    (await check(ALL, ...flags)).stdout,
    /^moved {2}topic\.json:3:18 {2}https:\/\/a\.example\.com\/old {2}Moved/,
  )
})

test('what to write instead is spelled as its place in the file wants it', async () => {
  file('escaped.json', String.raw`{ "fuente_url": "https:\/\/a.example.com\/old" }`)
  const { stdout } = await check(ALL, '--files', 'escaped.json', '--limit', '0', '--format', 'sarif')
  const log: unknown = JSON.parse(stdout)
  checkSarif(log)
  assert.ok(stdout.includes(JSON.stringify(String.raw`https:\/\/a.example.com\/new`)), stdout)
})

test('a moved page is written with the fragment of the link, and with the campaign tag of the maintainers', async () => {
  const tags = Array.from({ length: 5 }, (_, at) => `https://a.example.com/old?utm_source=ours&utm_content=${at}#part`)
  const others = ['https://a.example.com/old?utm_source=someone#part', 'https://a.example.com/old?gclid=1']
  file('tags.md', [...tags, ...others].map((url) => `[a](${url})\n`).join(''))
  const { stdout } = await checkUnder('links', ALL, '--files', 'tags.md', '--limit', '0', '--format', 'json')
  const { findings } = JSON.parse(stdout) as { findings: { url: string; replacement?: string }[] }
  assert.deepEqual(
    findings.map(({ url, replacement }) => [url, replacement]),
    [
      ...tags.map((url) => [url, url.replace('/old', '/new')]),
      [others[0], 'https://a.example.com/new#part'],
      [others[1], 'https://a.example.com/new'],
    ],
  )
})

test('links of files that are not in the registry are reported', async () => {
  file('unknown.md', 'See [tea](https://a.example.com/tea) and [more](https://nowhere.com/x).\n')
  const { stderr, code } = await check(ALL, '--files', 'unknown.md', '--limit', '0')
  assert.match(stderr, /: https:\/\/nowhere\.com\/x is not in the registry\. Pass --add to add it\.\n/)
  assert.equal(code, 0)
  file('unknown.md', '[one](https://nowhere.com/x) and [two](https://nowhere.com/y).\n')
  const several = await check(ALL, '--files', 'unknown.md', '--limit', '0')
  assert.match(several.stderr, /\/x and 1 more are not in the registry\. Pass --add to add them\.\n/)
})

test('--add says which links it could not add', async () => {
  file('bad.md', '[one](htps://a.example.com/x) and [tea](https://a.example.com/tea).\n')
  const one = await check('bad.db', '--files', 'bad.md', '--add', '--limit', '0')
  assert.match(one.stderr, /: htps:\/\/a\.example\.com\/x is not a valid http or https URL, so it was not added\.\n/)
  file('bad.md', '[one](htps://a.example.com/x) and [two](htps://a.example.com/y).\n')
  const two = await check('bad.db', '--files', 'bad.md', '--add', '--limit', '0')
  assert.match(two.stderr, /x and 1 more are not valid http or https URLs, so they were not added\.\n/)
})

test('if no server answers, the current verdicts are reported, and the exit code is 3', async (t) => {
  const deaf = await startDeafServer()
  t.after(() => deaf.close())
  await run(['add', '--db', 'mute.db', '--quiet', 'https://nobody.example.com/x'])
  const mapping = ['--connect-to', `:443:127.0.0.1:${deaf.port}`]
  const flags = ['--format', 'json', '--timeout', '1', '--host-delay', '0', '--ignore-robots']
  const ran = await run(['check', '--db', 'mute.db', ...flags, ...mapping])
  assert.deepEqual([ran.code, Object.values(verdictsIn(ran))], [3, ['inconclusive']], ran.stderr)
  assert.match(ran.stderr, /No server answered, so nothing was learned\. Check the network\./)
})

test('--add puts the links of files into a registry, which it makes', async () => {
  file('links.md', 'See [tea](https://A.example.com/tea), [tea](https://a.example.com/tea) and `https://x.com`.\n')
  const first = await check('added.db', '--files', 'links.md', '--add', '--format', 'json')
  assert.deepEqual([first.code, verdictsIn(first)], [0, { 'https://a.example.com/tea': 'healthy' }], first.stderr)
  assert.match(first.stderr, /^canonist: 1 new page in the registry\n/)
  const again = await check('added.db', '--files', 'links.md', '--add', '--limit', '0')
  assert.match(again.stderr, /^canonist: 0 new pages in the registry\n/)
  const later = await run(['check', '--db', 'added.db', '--limit', '0'])
  assert.match(later.stderr, /\(policy ours, from the registry\)\n/)
})

test('links of files are held against the policy links, whatever the registry was made for', async () => {
  file('held.md', 'See [tea](https://a.example.com/tea).\n')
  await run(['add', '--db', 'held.db', '--quiet', 'https://a.example.com/tea'])
  const ofFiles = await run(['check', '--db', 'held.db', '--files', 'held.md', '--limit', '0'])
  assert.match(ofFiles.stderr, /\(policy links\)\n/)
  const ofPages = await run(['check', '--db', 'held.db', '--limit', '0'])
  assert.match(ofPages.stderr, /\(policy dedupe, from the registry\)\n/)
})

test('--add works in memory: the links are checked, and a dead one gives exit code 1', async () => {
  file('memory.md', 'See [tea](https://a.example.com/tea) and [lost](https://a.example.com/ended).\n')
  const ran = await check(':memory:', '--files', 'memory.md', '--add', '--format', 'json')
  assert.deepEqual(
    [ran.code, verdictsIn(ran)],
    [1, { 'https://a.example.com/tea': 'healthy', 'https://a.example.com/ended': 'gone' }],
    ran.stderr,
  )
  assert.match(ran.stderr, /2 new pages in the registry\n.*2 pages checked/)
})

const PARTS = 'https://parts.example.com/a'

test('a link with a fragment is judged by its page in a registry whose policy keeps fragments', async () => {
  file('dead.json', JSON.stringify({ u: 'https://a.example.com/ended#part' }))
  await checkUnder('links', 'dead.db', '--files', 'dead.json', '--add')
  const validated = await run(['validate', '--db', 'dead.db', 'dead.json'])
  assert.match(validated.stdout, /^dead\.json:1:\d+: error: .* \[gone\]\n$/)
  const cited = await run(['cite', '--policy', 'policy.json', '--db', 'dead.db', '--field', 'u', 'dead.json'])
  assert.match(cited.stdout, / not {3}https:\/\/a\.example\.com\/ended#part \(gone\)\n/)
  const chosen = await checkUnder('links', 'dead.db', '--url', 'https://a.example.com/ended#part')
  assert.match(chosen.stderr, /^canonist: 1 page checked/)
})

test('fragments are checked in a registry that --add made, whose policy keeps them', async () => {
  file('kept.md', `See [one](${PARTS}#uno) and [two](${PARTS}#dos).\n`)
  const ran = await checkUnder('links', 'kept.db', '--files', 'kept.md', '--add')
  assert.match(ran.stderr, /^canonist: 1 new page in the registry\ncanonist: 1 page checked/)
  assert.match(ran.stdout, /^fragment-missing {2}kept\.md:1:\d+ {2}https:\/\/parts\.example\.com\/a#dos .*\n$/)
  assert.equal(ran.code, 1)
})

async function lostParts(text: string, ...flags: string[]): Promise<string[]> {
  file('parts.md', text)
  const { stdout } = await check('parts.db', '--all', '--files', 'parts.md', ...flags)
  return stdout.split('\n').filter((line) => line !== '')
}

test('a missing fragment is reported for the links that name it, while a file has them', async () => {
  const links = `[1](${PARTS}#uno)\n[2](${PARTS}#dos)\n[3](${PARTS}#tres)\n[4](${PARTS})\n`
  const cure = 'Link to the page, or to the new place of the section.'
  const line = (row: number, name: string): string =>
    `fragment-missing  parts.md:${row}:5  ${PARTS}${name}  The page has no element ${name}. ${cure}`
  assert.deepEqual(await lostParts(links, '--add'), [line(2, '#dos')])
  assert.deepEqual(await lostParts(`[1](${PARTS}#uno)\n`), [])
  assert.deepEqual(await lostParts(`[1](${PARTS}#uno)\n[5](${PARTS}#cinco)\n`), [line(2, '#cinco')])
  const known = await check('parts.db', '--limit', '0')
  assert.match(known.stdout, /^fragment-missing +https:\/\/parts\.example\.com\/a +The page has no element #cinco\./m)
  // Without files no link of a file is in view, and none is looked for that some file had once.
  assert.equal((await check('parts.db', '--all')).stdout, '')
})

test('a fragment of a registered URL is looked for without files, too', async () => {
  await run(['add', '--db', 'fragment.db', '--quiet', `${PARTS}#dos`])
  const { stdout } = await check('fragment.db', '--all')
  assert.match(stdout, /^fragment-missing +https:\/\/parts\.example\.com\/a +The page has no element #dos\./m)
})

const FAULTS: readonly (readonly [args: readonly string[], code: number, says: RegExp])[] = [
  [['--db', 'none.db'], 3, /The database does not exist/],
  [['--db', 'due.db', '--url', 'https://nowhere.com/'], 2, /https:\/\/nowhere\.com\/ is not in the registry/],
  [['--db', ':memory:'], 2, /There is nothing to check in :memory:/],
  [['--db', 'due.db', '--format', 'pdf'], 2, /pdf/],
  [['--db', 'due.db', '--field', 'fuente_url'], 2, /Name the files with --files\./],
  [['--db', 'due.db', '--add'], 2, /Name the files with --files\./],
  [['--db', 'due.db', '--limit', '-1'], 2, /whole number/],
  [['--db', 'due.db', '--all', '--connect-to', ':443:127.0.0.1:1'], 1, /degraded/],
]

for (const [args, code, says] of FAULTS) {
  test(`check ${args.join(' ')} ends with ${code}`, async () => {
    const ran = await run(['check', '--host-delay', '0', ...args])
    assert.equal(ran.code, code, ran.stderr)
    assert.match(ran.stderr, says)
  })
}

test('the policy says which findings check reports, and how loudly; --rule beats it', async () => {
  file('three.txt', 'https://a.example.com/ended\nhttps://a.example.com/old\nhttps://a.example.com/says\n')
  const rules = { gone: 'note', moved: 'off' }
  file('quiet.json', JSON.stringify({ name: 'quiet', extends: 'dedupe', hosts: { allow: ALLOWED }, rules }))
  await run(['add', '--quiet', '--db', 'quiet.db', 'three.txt'])
  const levels = async (...flags: string[]): Promise<Record<string, string>> => {
    const { stdout } = await checkUnder('quiet.json', 'quiet.db', '--format', 'json', ...flags)
    const { findings } = JSON.parse(stdout) as { findings: { rule: string; level: string }[] }
    return Object.fromEntries(findings.map(({ rule, level }) => [rule, level]))
  }
  assert.deepEqual(await levels(), { soft404: 'error', gone: 'note' })
  assert.deepEqual(await levels('--rule', 'soft404=off', '--rule', 'gone=warning'), { gone: 'warning' })
  const junit = await checkUnder('quiet.json', 'quiet.db', '--format', 'junit', '--rule', 'soft404=off')
  assert.match(junit.stdout, /failures="0"/)
  assert.equal(junit.code, 0)
})

test('a level for a finding that does not exist is a usage error', async () => {
  const { code, stderr } = await check('quiet.db', '--rule', 'nonsense=off')
  assert.equal(code, 2)
  assert.match(stderr, /--rule: No finding is called "nonsense"\. The findings are .*soft404/)
})
