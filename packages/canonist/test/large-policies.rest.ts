import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { definePolicy, normalize, type PolicySpec } from '@canonist/core'
import { parsePolicyText } from '@canonist/server/internal/policies/parse-policy-text'
import { readYaml } from '@canonist/links/internal/files/read/read-yaml'

const FEW = 5000
const MANY = 4 * FEW
/** Linear work takes four times as long, quadratic work sixteen times; a busy machine blurs it. */
const MOST_TIMES = 9

async function measureCpu(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function assertLinear(t: TestContext, work: (count: number) => unknown): Promise<void> {
  // The first run compiles the code, and the better of two is less blurred.
  await work(FEW)
  const few = Math.min(await measureCpu(() => work(FEW)), await measureCpu(() => work(FEW)))
  const many = Math.min(await measureCpu(() => work(MANY)), await measureCpu(() => work(MANY)))
  t.diagnostic(`${FEW}: ${few.toFixed(0)} ms, ${MANY}: ${many.toFixed(0)} ms of CPU`)
  assert.ok(many < MOST_TIMES * Math.max(few, 20), `${few} ms became ${many} ms`)
}

const repeat = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join('')

const yamlPolicy = (sites: number): string =>
  `name: big\nextends: dedupe\nsites:\n${repeat(
    sites,
    (index) =>
      `  site${index}.example:\n    query: { strip: [ref, x${index}] }\n    paths: { /a: { fragment: keep } }\n`,
  )}`

const createSpec = (sites: number): PolicySpec => ({
  name: 'big',
  extends: 'dedupe',
  sites: Object.fromEntries(
    Array.from({ length: sites }, (_, index) => [`site${index}.example`, { query: { strip: ['ref', `x${index}`] } }]),
  ),
})

describe('time grows with the number of sites, not with its square', () => {
  test('reading a policy from JSON', (t) =>
    assertLinear(t, (sites) => parsePolicyText(JSON.stringify(createSpec(sites)), 'big.json')))

  test('reading a policy from YAML', (t) => assertLinear(t, (sites) => parsePolicyText(yamlPolicy(sites), 'big.yaml')))

  test('validating, compiling and fingerprinting it', (t) =>
    assertLinear(t, (sites) => definePolicy(createSpec(sites))))

  test('many keys in a YAML file of links', (t) =>
    assertLinear(t, (keys) =>
      readYaml(
        repeat(keys, (index) => `k${index}: https://example.com/${index}\n`),
        null,
      ),
    ))

  const aliases = (count: number): string =>
    repeat(count, (index) => `a${index}: &x${index} https://example.com/${index}\n`) +
    repeat(count, (index) => `b${index}: *x${index}\n`)

  test('many aliases in a YAML file of links', (t) => assertLinear(t, (count) => readYaml(aliases(count), null)))

  test('many aliases in a policy', (t) => assertLinear(t, (count) => parsePolicyText(aliases(count), 'a.yaml')))
})

describe('sites inherit the rewrites of their policy, which are compiled once', () => {
  const rewrites = Array.from({ length: 400 }, (_, index) => ({
    match: `/old${index}/$1/page-#2`,
    to: `/new${index}/$1/$2`,
  }))
  const { sites = {} } = createSpec(400)

  test('together they take little more than each alone', async (t) => {
    const define = (spec: object): Promise<number> => measureCpu(() => definePolicy({ name: 'big', ...spec }))
    await define({ rewrites, sites })
    const alone = (await define({ rewrites: structuredClone(rewrites) })) + (await define({ sites }))
    const together = await define({ rewrites: structuredClone(rewrites), sites })
    t.diagnostic(`alone: ${alone.toFixed(0)} ms, together: ${together.toFixed(0)} ms of CPU`)
    // Compiled for each site, 400 rewrites took 20 times as long.
    assert.ok(together < 5 * Math.max(alone, 40), `${alone} ms became ${together} ms`)
  })

  test('a site that adds its own has both', () => {
    const own = { match: '/own/$1', to: '/mine/$1' }
    const policy = definePolicy({ name: 'big', rewrites, sites: { ...sites, 'site7.example': { rewrites: [own] } } })
    const normalized = ['/own/a', '/old3/a/page-2'].map((path) => normalize(`https://site7.example${path}`, policy))
    assert.deepEqual(normalized, ['https://site7.example/mine/a', 'https://site7.example/new3/a/2'])
    assert.equal(normalize('https://site8.example/own/a', policy), 'https://site8.example/own/a')
    assert.equal(normalize('https://site8.example/old3/a/page-2', policy), 'https://site8.example/new3/a/2')
  })
})

describe('what aliases mean', () => {
  const ROWS = [
    { text: 'a: &x { b: [1, 2] }\nc: *x\n', means: { a: { b: [1, 2] }, c: { b: [1, 2] } } },
    { text: 'a: &x 1\nb: *x\nc: &x 2\nd: *x\n', means: { a: 1, b: 1, c: 2, d: 2 } },
    { text: '&k a: 1\nb: *k\n', means: { a: 1, b: 'a' } },
    { text: '__proto__: { a: 1 }\n', means: JSON.parse('{ "__proto__": { "a": 1 } }') as unknown },
    { text: '', means: null },
  ]
  for (const { text, means } of ROWS) {
    test(JSON.stringify(text), async () => assert.deepEqual(await parsePolicyText(text, 'a.yaml'), means))
  }

  const REFUSED = [
    { text: 'a: *x\nb: &x 1\n', says: /\*x has no anchor before it/ },
    { text: 'a: &x [*x]\n', says: /\*x is inside its own anchor/ },
    {
      text: `a0: &x0 [1, 2]\n${repeat(60, (index) => `a${index + 1}: &x${index + 1} [*x${index}, *x${index}]\n`)}`,
      says: /aliases repeat more than \d+ values/,
    },
  ]
  for (const { text, says } of REFUSED) {
    test(`${JSON.stringify(text.slice(0, 40))} is refused`, () => assert.rejects(parsePolicyText(text, 'a.yaml'), says))
  }
})

describe('a key that occurs twice is refused, with its place', () => {
  const ROWS = [
    { file: 'a.json', text: '{"a":1,"b":{"c":1,"c":2}}', says: /^a\.json:1:19: the key "c" occurs twice/ },
    { file: 'a.json', text: '{"a":{"c":1},"b":[{"c":1},{"c":1}]}', says: null },
    { file: 'a.json', text: '{"a":1,"\\u0061":2}', says: /^a\.json:1:8: the key "a" occurs twice/ },
    { file: 'a.yaml', text: 'a: 1\nb: 2\na: 3\n', says: /^a\.yaml:3:1: the key "a" occurs twice/ },
    { file: 'a.yaml', text: 'a: { 1: x, "1": y }\n', says: /^a\.yaml:1:12: the key "1" occurs twice/ },
  ]
  for (const { file, text, says } of ROWS) {
    test(`${text} in ${file}`, async () => {
      if (says === null) await parsePolicyText(text, file)
      else await assert.rejects(parsePolicyText(text, file), { message: says })
    })
  }

  test('in a YAML file of links whose field is named; without one, every link of it is read', () => {
    const outcome = readYaml('a: 1\na: 2\n', () => true)
    assert.deepEqual(outcome, { ok: false, offset: 5, message: 'the key "a" occurs twice in a map' })
    assert.equal(readYaml('a: 1\na: 2\n', null).ok, true)
  })
})

describe('a policy file that is nested without end is refused before the parser builds a tree of it', () => {
  const files = [
    { file: 'brackets.json', text: '['.repeat(1_000_000), place: '1:1001' },
    { file: 'braces.json', text: '{"a":'.repeat(1_000_000), place: '1:5001' },
    { file: 'brackets.yaml', text: `name: deep\nsites: ${'['.repeat(1_000_000)}`, place: '2:1008' },
    { file: 'dashes.yaml', text: '- '.repeat(20_000), place: '1:' },
  ]
  for (const { file, text, place } of files) {
    test(file, async () => {
      const message = await parsePolicyText(text, file).then(
        () => 'accepted',
        (error: Error) => error.message,
      )
      assert.ok(message.startsWith(`${file}:${place}`), message)
      assert.match(message, /: it is nested deeper than 1000 levels\. Correct the file\.$/)
    })
  }
})
