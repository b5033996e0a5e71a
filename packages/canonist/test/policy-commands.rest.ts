import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { symlinkSync, truncateSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { policies } from '@canonist/core'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'

const folder = temporaryFolder()

test('policy list: every built-in with its fingerprint and a line', async () => {
  const { code, stdout } = await canonist(['policy', 'list'])
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/))
  assert.deepEqual(
    rows.map(([name, fingerprint]) => [name, fingerprint]),
    Object.values(policies).map(({ name, fingerprint }) => [name, fingerprint]),
  )
  assert.ok(rows.every(([, , about]) => about !== undefined && about.length > 10))
  assert.equal(code, 0)
})

for (const [name, text] of [
  ['mark.json', '\ufeff{ "name": "marked", "extends": "dedupe" }'],
  ['mark.yaml', '\ufeffname: marked\nextends: dedupe\n'],
] as const) {
  test(`${name}: a byte order mark before a policy is ignored`, async () => {
    const { code, stdout, stderr } = await canonist(['policy', 'show', folder.file(name, text)])
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^marked /)
  })
}

test('policy list --json', async () => {
  const listed = JSON.parse((await canonist(['policy', 'list', '--json'])).stdout)
  assert.deepEqual(
    listed.map(({ name }: { name: string }) => name),
    Object.keys(policies),
  )
})

test('policy show: the resolved spec and the active rules with their tiers', async () => {
  const { code, stdout } = await canonist(['policy', 'show', 'dedupe'])
  assert.match(stdout, new RegExp(`^dedupe ${policies.dedupe.fingerprint}\n`))
  assert.match(stdout, /^ {2}sort-query +lossy +\S/m)
  assert.match(stdout, /^ {2}name: dedupe$/m)
  assert.doesNotMatch(stdout, /^ {2}lowercase-path/m)
  assert.equal(code, 0)
})

test('policy show --json of a file', async () => {
  const file = folder.file('mine.json', '{ "name": "mine", "www": "strip" }')
  const { name, fingerprint, spec, rules } = JSON.parse((await canonist(['policy', 'show', '--json', file])).stdout)
  assert.deepEqual([name, spec.www, /^[0-9a-f]{16}$/.test(fingerprint)], ['mine', 'strip', true])
  assert.ok(rules.some(({ id, tier }: { id: string; tier: string }) => id === 'strip-www' && tier === 'lossy'))
  assert.ok(!rules.some(({ id }: { id: string }) => id === 'sort-query'))
})

test('extends: chains of files are resolved from where each file lies', async () => {
  folder.file('base.yaml', 'name: base\nextends: dedupe\nquery:\n  strip: [one]\n')
  const middle = folder.file(
    'middle.json',
    '{ "name": "middle", "extends": "./base.yaml", "query": { "strip": ["two"] } }',
  )
  const top = folder.file('top.yml', 'name: top\nextends: ./middle.json\nwww: strip\n')
  const stdin = 'https://www.example.com/?two=2&one=1&three=3\n'
  assert.equal((await canonist(['normalize', '--policy', top], { stdin })).stdout, 'https://example.com/?three=3\n')
  assert.equal(
    (await canonist(['normalize', '--policy', middle], { stdin, cwd: '/' })).stdout,
    'https://www.example.com/?three=3\n',
  )
})

folder.file('a.yaml', 'name: a\nextends: ./b.yaml\n')
folder.file('b.yaml', 'name: b\nextends: ./a.yaml\n')

const faults = [
  {
    why: 'a loop',
    name: 'a.yaml',
    content: null,
    says: /^canonist: a\.yaml extends b\.yaml extends a\.yaml: a loop; /,
  },
  {
    why: 'a file that is not there',
    name: 'lost.yaml',
    content: 'name: l\nextends: ./none.yaml\n',
    says: /none\.yaml \(lost\.yaml extends none\.yaml\): It does not exist/,
  },
  {
    why: 'a key twice in YAML',
    name: 'twice.yaml',
    content: 'name: t\nwww: strip\nwww: add\n',
    says: /twice\.yaml:3:1: /,
  },
  {
    why: 'a key twice in JSON',
    name: 'twice.json',
    content: '{"name": "t",\n "www": "strip",\n "www": "add"}',
    says: /twice\.json:3:2: /,
  },
  { why: 'broken YAML', name: 'broken.yaml', content: 'name: [x\n', says: /broken\.yaml:2:1: / },
  { why: 'broken JSON', name: 'broken.json', content: '{"name": "x",\n}', says: /broken\.json:2:1: / },
  {
    why: 'YAML that is called JSON',
    name: 'yaml.json',
    content: 'name: x\n',
    says: /yaml\.json: this is YAML but not JSON/,
  },
  { why: 'a list', name: 'list.yaml', content: '- 1\n', says: /list\.yaml is not a policy/ },
  { why: 'an empty file', name: 'empty.yaml', content: '', says: /empty\.yaml is not a policy/ },
  { why: 'an unknown field', name: 'field.yaml', content: 'name: f\nqueri: {}\n', says: /field\.yaml: queri / },
  {
    why: 'a wrong value',
    name: 'value.yaml',
    content: 'name: f\nsites:\n  boe.es:\n    www: perhaps\n',
    says: /value\.yaml: sites\["boe\.es"\]\.www /,
  },
  {
    why: 'extends is a number',
    name: 'five.yaml',
    content: 'name: f\nextends: 5\n',
    says: /five\.yaml: extends must be text/,
  },
  {
    why: 'extends is null',
    name: 'null.yaml',
    content: 'name: f\nextends: null\n',
    says: /null\.yaml: extends must be text/,
  },
  {
    why: 'extends is a list',
    name: 'many.yaml',
    content: 'name: f\nextends: [dedupe]\n',
    says: /many\.yaml: extends must be text/,
  },
  {
    why: 'extends is a file without ./',
    name: 'bare.yaml',
    content: 'name: f\nextends: la.yaml\n',
    says: /bare\.yaml: there is not a built-in policy la\.yaml to extend; a file is written \.\/la\.yaml\n/,
  },
  { why: 'an alias of nothing', name: 'alias.yaml', content: 'name: f\nquery: *none\n', says: /alias\.yaml.*none.*; / },
  {
    why: 'aliases that fill the memory',
    name: 'bomb.yaml',
    content: `a0: &a0 [x, x, x]\n${Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]\n`).join('')}`,
    says: /bomb\.yaml: .*write the values out instead of using aliases/,
  },
  {
    why: 'two documents',
    name: 'two.yaml',
    content: 'name: a\n---\nname: b\n',
    says: /two\.yaml:2:1: a second document begins here, and a file holds one policy\. Correct the file\.\n/,
  },
  {
    why: 'an unknown tag',
    name: 'tag.yaml',
    content: 'name: f\nquery: !env QUERY\n',
    says: /tag\.yaml:2:8: the tag !env is unknown, or does not fit its value\. Correct the file\.\n/,
  },
  { why: 'an empty name', name: '', content: null, says: /No policy is called ""\. Name a built-in one/ },
  {
    why: 'no such policy',
    name: 'dedup',
    content: null,
    says: /No policy is called dedup\. Did you mean dedupe\? /,
  },
  {
    why: 'no such file',
    name: 'none.yaml',
    content: null,
    says: /cannot read the policy file none\.yaml: It does not exist/,
  },
]

for (const { why, name, content, says } of faults) {
  test(`${why} is a configuration error: ${says.source}`, async () => {
    if (content !== null) folder.file(name, content)
    const { code, stdout, stderr } = await canonist(['normalize', '--policy', name, 'https://example.com/'], {
      cwd: folder.path,
    })
    assert.match(stderr, says)
    assert.match(stderr, /^canonist: [^\n]+\n$/)
    assert.deepEqual([code, stdout], [2, ''])
  })
}

describe('a policy file is read up to 64 MiB', { skip: process.platform === 'win32' }, () => {
  const run = (name: string): ReturnType<typeof canonist> =>
    canonist(['normalize', '--policy', name, 'https://www.example.com/'], { cwd: folder.path })

  test('a link to a device is refused', async () => {
    symlinkSync('/dev/zero', join(folder.path, 'zero.json'))
    const { code, stderr } = await run('zero.json')
    assert.match(
      stderr,
      /cannot read the policy file zero\.json: It is neither a file nor a pipe. Name a JSON or YAML file.\n$/,
    )
    assert.equal(code, 2)
  })

  test('so is a device that a file extends', async () => {
    folder.file('on-device.yaml', `name: d\nextends: ./${relative(folder.path, '/dev/zero')}\n`)
    const { code, stderr } = await run('on-device.yaml')
    assert.match(stderr, /\/dev\/zero \(on-device\.yaml extends \/dev\/zero\): It is neither a file nor a pipe/)
    assert.equal(code, 2)
  })

  test('a file that is too large is refused', async () => {
    truncateSync(folder.file('large.json', ''), 2 ** 26 + 1)
    const { code, stderr } = await run('large.json')
    assert.match(stderr, /cannot read the policy file large\.json: It has more than 64 MiB. Check the path, or divide/)
    assert.equal(code, 2)
  })

  const pipe = (name: string, command: string): void => {
    execFileSync('mkfifo', [join(folder.path, name)])
    spawn('sh', ['-c', `${command} > ${name}`], { cwd: folder.path, stdio: 'ignore' })
  }

  test('a pipe is read', async () => {
    pipe('pipe.yaml', 'printf "name: p\\nwww: strip\\n"')
    assert.equal((await run('./pipe.yaml')).stdout, 'https://example.com/\n')
  })

  test('a pipe that does not end is refused', async () => {
    pipe('endless.yaml', 'cat /dev/zero')
    const { code, stderr } = await run('./endless.yaml')
    assert.match(stderr, /endless\.yaml: It has more than 64 MiB/)
    assert.equal(code, 2)
  })
})

const EXAMPLES = 'name: e\nextends: dedupe\nwww: strip\nexamples:\n'

const tested = [
  {
    why: 'all hold',
    name: 'good.yaml',
    content: `${EXAMPLES}  - { input: 'https://www.e.com/', url: 'https://e.com/' }\n  - { input: nope, invalid: true }\n`,
    code: 0,
    says: /good\.yaml: 2 examples passed/,
  },
  {
    why: 'one fails',
    name: 'bad.yaml',
    content: `${EXAMPLES}  - { input: 'https://www.e.com/x', url: 'https://www.e.com/x' }\n`,
    code: 1,
    says: /bad\.yaml: 1 of 1 example failed[^]*input +https:\/\/www\.e\.com\/x\n +expected +https:\/\/www\.e\.com\/x\n +became +https:\/\/e\.com\/x\n/,
  },
  {
    why: 'a URL that should be invalid',
    name: 'valid.yaml',
    content: `${EXAMPLES}  - { input: 'https://e.com/', invalid: true }\n`,
    code: 1,
    says: /expected +invalid\n +became +https:\/\/e\.com\/\n/,
  },
  {
    why: 'an invalid URL that should be one',
    name: 'invalid.yaml',
    content: `${EXAMPLES}  - { input: nope, url: 'https://e.com/' }\n`,
    code: 1,
    says: /became +invalid \(url\/no-scheme\)/,
  },
  { why: 'none', name: 'none-yet.yaml', content: 'name: n\n', code: 0, says: /none-yet\.yaml: no examples to run/ },
]

for (const { why, name, content, code, says } of tested) {
  test(`policy test: ${why}`, async () => {
    const ran = await canonist(['policy', 'test', folder.file(name, content)])
    assert.match(ran.stdout, says)
    assert.equal(ran.code, code)
  })
}

test('policy test runs the own examples of a file, not those of the file it extends', async () => {
  folder.file('parent.yaml', `name: p\nexamples:\n  - { input: 'https://www.e.com/', url: 'https://www.e.com/' }\n`)
  const child = folder.file(
    'child.yaml',
    `name: c\nextends: ./parent.yaml\nwww: strip\nexamples:\n  - { input: 'https://www.e.com/', url: 'https://e.com/' }\n`,
  )
  assert.match((await canonist(['policy', 'test', child])).stdout, /1 example passed\n$/)
})

test('policy test --json', async () => {
  const file = folder.file('json.yaml', `${EXAMPLES}  - { input: 'https://e.com/a', url: 'https://e.com/b' }\n`)
  const { code, stdout } = await canonist(['policy', 'test', '--json', file])
  assert.deepEqual(JSON.parse(stdout), [
    {
      file,
      examples: 1,
      failures: [{ input: 'https://e.com/a', expected: 'https://e.com/b', actual: 'https://e.com/a' }],
    },
  ])
  assert.equal(code, 1)
})

const CLEAR_URLS = '{"providers":{"globalRules":{"urlPattern":".*","rules":["fbclid","(bad"]}}}'

const imports = [
  {
    args: ['--input-format', 'clearurls'],
    list: CLEAR_URLS,
    code: 1,
    spec: { name: 'clearurls', extends: 'rfc3986', query: { strip: ['fbclid'] } },
    says: /providers\.globalRules\.rules\[1\]: skipped \(bad[^]*1 rule imported, 1 skipped\n$/,
  },
  {
    args: ['--input-format', 'removeparam', '--name', 'mine'],
    list: '$removeparam=fbclid\n',
    code: 0,
    spec: { name: 'mine', extends: 'rfc3986', query: { strip: ['fbclid'] } },
    says: /^canonist: 1 rule imported, 0 skipped\n$/,
  },
  {
    args: ['--input-format', 'clean-param', '--host', 'e.com'],
    list: 'Clean-param: ref\n',
    code: 0,
    spec: { name: 'e.com', extends: 'rfc3986', sites: { 'e.com': { query: { strip: ['ref'] } } } },
    says: /^canonist: 1 rule imported, 0 skipped\n$/,
  },
]

for (const { args, list, code, spec, says } of imports) {
  test(`policy import ${args.join(' ')}`, async () => {
    const ran = await canonist(['policy', 'import', ...args, folder.file('list', list)])
    assert.deepEqual(JSON.parse(ran.stdout), spec)
    assert.match(ran.stderr, says)
    assert.equal(ran.code, code)
  })
}

test('policy import reads stdin, and compressed lists', async () => {
  const args = ['policy', 'import', '--input-format', 'removeparam']
  const [piped, packed] = [
    await canonist([...args, '-'], { stdin: '$removeparam=fbclid\n' }),
    await canonist([...args, folder.file('list.gz', gzipSync('$removeparam=fbclid\n'))]),
  ]
  assert.deepEqual(JSON.parse(piped.stdout).query, { strip: ['fbclid'] })
  assert.deepEqual([packed.stdout, packed.code], [piped.stdout, 0])
})

for (const list of ['not json', '[]', '{}', '']) {
  test(`policy import: ${JSON.stringify(list)} is not a catalogue, exit 2`, async () => {
    const ran = await canonist(['policy', 'import', '--input-format', 'clearurls', '-'], { stdin: list })
    assert.deepEqual([ran.code, ran.stdout], [2, ''])
    assert.match(
      ran.stderr,
      /^canonist: stdin is not a valid clearurls list: it [^\n]+\. Check the file and its format\.\n$/,
    )
  })
}

test('policy import: a list without a rule is reported, exit 1', async () => {
  const ran = await canonist(['policy', 'import', '--input-format', 'removeparam', '-'], { stdin: '||ads.example^\n' })
  assert.match(ran.stderr, /canonist: stdin has no removeparam rule/)
  assert.equal(ran.code, 1)
})

const exportable = folder.file(
  'export.yaml',
  'name: e\nsites:\n  example.com:\n    query: { strip: [sid], sort: true }\n    trailingSlash: strip\n',
)
const exported = [
  {
    as: 'clean-param',
    code: 1,
    stdout: /^Clean-param: sid\n$/,
    stderr: /sites\["example\.com"\]\.trailingSlash: left out: Clean-param cannot express it\n/,
  },
  { as: 'clearurls', code: 1, stdout: /"rules": \[\s+"sid"\s+\]/, stderr: /1 rule exported, 2 left out/ },
  {
    as: 'nutch',
    code: 1,
    stdout: /^<\?xml version="1\.0"\?>\n<regex-normalize>\n/,
    stderr: /3 rules exported, 1 left out/,
  },
]
for (const { as, code, stdout, stderr } of exported) {
  test(`policy export --format ${as}: the rules on stdout, what is left out on stderr`, async () => {
    const ran = await canonist(['policy', 'export', '--format', as, exportable])
    assert.match(ran.stdout, stdout)
    assert.match(ran.stderr, stderr)
    assert.equal(ran.code, code)
  })
}

test('policy export --format clean-param: whose robots.txt it is must be known', async () => {
  const ran = await canonist(['policy', 'export', '--format', 'clean-param', 'dedupe'])
  assert.match(ran.stderr, /A robots\.txt is for one host\. Add --host/)
  assert.equal(ran.code, 2)
})
