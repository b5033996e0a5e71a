import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanliness, definePolicy, normalize } from '@canonist/core'
import { findCredentials } from '@canonist/core/internal/credentials/credentials'
import * as canonicalizing from 'canonist/canonicalize'
import * as net from 'canonist/net'
import { resolveOptions } from '@canonist/web/internal/canonicalize/options'
import { PLATFORMS } from '@canonist/web/internal/canonicalize/platforms'
import { createPresets } from '@canonist/web/internal/canonicalize/presets'
import { readInput } from '@canonist/web/internal/canonicalize/read-input'
import { DEFAULT_MAX_BYTES } from '@canonist/web/internal/net/exchanger-options'
import { SERVICE_PORTS } from '@canonist/web/internal/net/gate/blocked-ports'
import { SPECIAL_IPV4, SPECIAL_IPV6 } from '@canonist/web/internal/net/address/special-blocks'
import { DEFAULT_USER_AGENT } from '@canonist/web/internal/net/user-agent'
import { DEFAULT_TIMEOUTS } from '@canonist/web/internal/net/transport/watch'
import { assertSignature, compile, listExamples, needsNode, testExamples, userFolder } from '../support/examples.ts'
import { readCode, readCodes, rowsUnder } from '../support/markdown.ts'
import { findSources, readText } from '../support/repository.ts'
import { exportedTypes, listMembers, readNumber, wordsOfInline, wordsOfUnion } from '../support/source-types.ts'

const SOURCES = 'packages/web/src'
const RESULT = `${SOURCES}/canonicalize/result.ts`
const PAGE = readText('docs/reference/canonicalize.md')
const headings = [...PAGE.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name)
const ENTRIES = ['canonicalize', 'net'] as const
const listTypes = (entry: string): string[] => exportedTypes(`${SOURCES}/${entry}.ts`)

test('the page has a section for every export of both entries, and for no other', () => {
  assert.deepEqual(headings.toSorted(), [...Object.keys(canonicalizing), ...Object.keys(net)].toSorted())
})

test('the page lists every exported type, and no other', () => {
  const listed = rowsUnder(PAGE, 'type', 'what it is').map(([name]) => readCode(name))
  assert.deepEqual(listed.toSorted(), ENTRIES.flatMap(listTypes).toSorted())
})

const firstCells = (...header: readonly string[]): string[] =>
  rowsUnder(PAGE, ...header).map(([cell]) => readCode(cell))

const unions: readonly (readonly [word: string, inCode: readonly string[]])[] = [
  ['reason', wordsOfUnion(RESULT, 'CanonicalizeReason')],
  ['warning', wordsOfUnion(RESULT, 'CanonicalizeWarning')],
  ['purpose', wordsOfUnion(RESULT, 'AttemptPurpose')],
  ['outcome of a candidate', wordsOfUnion(RESULT, 'CandidateOutcome')],
  ['proof', wordsOfUnion(RESULT, 'Proof')],
  ['source', wordsOfInline(RESULT, 'source')],
]
for (const [word, inCode] of unions) {
  test(`every ${word} of the code is on the page, and no other`, () => {
    assert.deepEqual(firstCells(word, 'means').toSorted(), inCode.toSorted())
  })
}

test('the credentials of the page are those that the code finds', () => {
  const rows = rowsUnder(PAGE, 'url', 'credential')
  assert.ok(rows.length > 10)
  for (const [url, credential = ''] of rows) {
    const values = findCredentials(readCode(url)).map(({ value }) => value)
    assert.deepEqual(values, credential.startsWith('none') ? [] : readCodes(credential), url)
  }
})

test('every kind of document is on the page', () => {
  const [, , means] = rowsUnder(PAGE, 'field', 'present', 'means').find(([field]) => field === '`kind`') ?? []
  for (const kind of wordsOfInline(RESULT, 'kind')) assert.ok(readCodes(means).includes(kind), kind)
})

test('every outcome that the code gives is on the page, and no other', () => {
  const listed = firstCells('outcome', 'means')
  const code = findSources(`${SOURCES}/canonicalize`).map(readText).join('\n')
  for (const outcome of listed) assert.ok(code.includes(`'${outcome}'`), outcome)
  const told =
    /const OUTCOMES[^{]*\{([^}]*)\}/.exec(
      readText('packages/canonist/src/cli/commands/canonicalize/describe-attempts.ts'),
    )?.[1] ?? ''
  assert.deepEqual(
    listed,
    [...told.matchAll(/^ {2}(\w+):/gm)].map(([, outcome]) => outcome),
  )
  const redirects = [...code.matchAll(/'(redirects_\w+)'/g)].map(([, outcome = '']) => outcome)
  for (const outcome of redirects) assert.ok(listed.includes(outcome), outcome)
})

test('the fields of the result are those of the code', () => {
  const rows = rowsUnder(PAGE, 'field', 'present', 'means')
  const named = (...when: readonly string[]): string[] =>
    rows.filter(([, present = '']) => when.includes(present)).map(([field]) => readCode(field))
  const inCode = (name: string): string[] => listMembers(RESULT, name)
  assert.deepEqual(named('always', 'found').toSorted(), [...inCode('Common'), ...inCode('Canonicalized')].toSorted())
  const failure = [...inCode('Common'), ...inCode('NotCanonicalized')]
  assert.deepEqual(named('always', 'not found').toSorted(), failure.toSorted())
  const attempt = readCodes(rows.find(([field]) => field === '`attempts`')?.[2])
  assert.deepEqual(new Set(attempt), new Set([...listMembers(RESULT, 'Attempt'), 'null']))
})

/** A default as a page writes it. */
function written(value: unknown): string {
  if (value === DEFAULT_MAX_BYTES) return '`5 MiB`'
  return typeof value === 'string' ? `\`'${value}'\`` : `\`${String(value)}\``
}

test('the options of canonicalize and their defaults are those of the code', () => {
  const rows = rowsUnder(PAGE, 'option of canonicalize', 'default', 'means')
  const members = listMembers(`${SOURCES}/canonicalize/options.ts`, 'CanonicalizeOptions')
  assert.deepEqual(firstCells('option of canonicalize', 'default', 'means'), members)
  const defaults: Readonly<Record<string, unknown>> = resolveOptions({})
  for (const [option, shown = ''] of rows) {
    const value = defaults[readCode(option)]
    if (value === undefined) assert.doesNotMatch(shown, /^`/, option)
    else assert.equal(shown, written(value), option)
  }
})

const NET = `${SOURCES}/net`
const FOLLOW = `${SOURCES}/resolve/follow.ts`
const EXCHANGER = `${NET}/exchanger-options.ts`

const tables: readonly (readonly [header: readonly string[], inCode: readonly string[]])[] = [
  [
    ['option of createFetcher', 'default', 'means'],
    [...listMembers(EXCHANGER, 'CommonOptions'), ...listMembers(EXCHANGER, 'ExchangerOptions')],
  ],
  [
    ['option of createPoliteFetcher', 'default', 'means'],
    listMembers(`${SOURCES}/resolve/polite-fetcher.ts`, 'PoliteFetcherOptions'),
  ],
  [['option of fetch', 'default', 'means'], listMembers(`${NET}/exchange.ts`, 'ExchangeInit')],
  [['option of follow', 'default', 'means'], listMembers(FOLLOW, 'FollowOptions')],
  [['option of checkUrl', 'default', 'means'], listMembers(`${NET}/gate/check-url.ts`, 'CheckOptions')],
  [['field of a response', 'means'], listMembers(`${NET}/exchange.ts`, 'ExchangeResponse')],
  [['timeout', 'ms', 'covers'], listMembers(`${NET}/exchange.ts`, 'Timeouts')],
]
for (const [header, inCode] of tables) {
  test(`the table of each ${header[0]} has the members of the code, and no other`, () => {
    assert.deepEqual(firstCells(...header).toSorted(), inCode.toSorted())
  })
}

test('the numbers of the fetcher are those of the code', () => {
  const timeouts = rowsUnder(PAGE, 'timeout', 'ms', 'covers').map(([name, ms]) => [readCode(name), Number(ms)])
  assert.deepEqual(Object.fromEntries(timeouts), DEFAULT_TIMEOUTS)
  const option = new Map(
    rowsUnder(PAGE, 'option of createFetcher', 'default', 'means').map(([a, b]) => [readCode(a), b]),
  )
  assert.equal(option.get('userAgent'), written(DEFAULT_USER_AGENT))
  assert.equal(option.get('maxBytes'), written(DEFAULT_MAX_BYTES))
  const follow = new Map(rowsUnder(PAGE, 'option of follow', 'default', 'means').map(([a, b]) => [readCode(a), b]))
  assert.equal(follow.get('maxRedirects'), written(readNumber(FOLLOW, 'MAX_REDIRECTS')))
  assert.equal(readNumber(`${NET}/transport/connection.ts`, 'IDLE_MS'), 4000)
})

test('the limits are those of the code', () => {
  const number = (file: string, name: string): string => readNumber(`${NET}/${file}.ts`, name).toLocaleString('en')
  const headerBytes = number('transport/header-map', 'MAX_HEADER_BYTES')
  assert.deepEqual(rowsUnder(PAGE, 'limit', 'is'), [
    ['URL', `${number('gate/raw-url', 'MAX_URL_LENGTH')} characters`],
    ['headers of a response', `${headerBytes} bytes, ${number('transport/header-map', 'MAX_HEADER_COUNT')} headers`],
    ['headers of a request', `${headerBytes} bytes`],
    ['nested encodings of a body', number('transport/content-coding', 'MAX_CODINGS')],
    [
      `growth by decompression, above ${number('transport/inflate', 'FREE_BYTES')} bytes`,
      `${number('transport/inflate', 'MAX_RATIO')} times`,
    ],
    ["how much of a redirect's body is read", `${number('run-exchange', 'COURTESY_BYTES')} bytes`],
    ['idle connections', number('transport/idle-connections', 'MAX_IDLE')],
  ])
})

test('the blocks that are not public are those of the code', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'block', 'is').map(([block, is]) => [readCode(block), is]),
    [...SPECIAL_IPV4, ...SPECIAL_IPV6].map(({ block, is }) => [block, is]),
  )
})

test('the ports of other services are those of the code', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'service', 'ports'),
    SERVICE_PORTS.map(({ service, ports }) => [service, ports.join(', ')]),
  )
})

for (const [text = '', url = ''] of rowsUnder(PAGE, 'input', 'is read as')) {
  test(`${text} is read as ${url}`, () => {
    assert.equal(readInput(readCode(text))?.url ?? 'nothing', readCode(url))
  })
}

const presets = createPresets(resolveOptions<never>({ stripAllQuery: true }))
const plainPresets = createPresets(resolveOptions<never>({}))

for (const [url = '', score] of rowsUnder(PAGE, 'url', 'score')) {
  test(`${url} scores ${score}`, () => assert.equal(cleanliness(readCode(url)), Number(score)))
}

test('the points add up to the best score', () => {
  const points = rowsUnder(PAGE, 'points', 'for').map(([number]) => Number(number))
  assert.equal(
    points.reduce((sum, number) => sum + number, 0),
    cleanliness('https://example.com/'),
  )
})

for (const [one = '', other = '', verdict] of rowsUnder(PAGE, 'one', 'other', 'class')) {
  test(`${one} and ${other}: ${verdict} class`, () => {
    const isSame = plainPresets.getClass(readCode(one)) === plainPresets.getClass(readCode(other))
    assert.equal(isSame, verdict === 'same')
  })
}

test('the presets make what the page says', () => {
  const heading = /\| preset \| policy \| (turns `(.+)` into) \|/.exec(PAGE)
  const rows = rowsUnder(PAGE, 'preset', 'policy', heading?.[1] ?? '')
  const made = presets.variants(heading?.[2] ?? '').filter(({ url }) => url.startsWith('http:'))
  assert.deepEqual(
    rows.map(([preset, , url]) => ({ preset: readCode(preset), url: readCode(url) })),
    made.map(({ preset, url }) => ({ preset, url })),
  )
  assert.deepEqual(
    new Set(rows.map(([preset]) => readCode(preset))),
    new Set(wordsOfUnion(`${SOURCES}/canonicalize/presets.ts`, 'Preset')),
  )
})

/** All domains of countries are one to the page. */
const foldCountry = (text: string): string => text.replace(/blogspot\.(?!com(?:\/|$))[a-z.]+/, 'blogspot.CC')

test('the platforms are those of the code', () => {
  const list = (texts: readonly string[] = []): string[] => [...new Set(texts.map(foldCountry))]
  const rows = rowsUnder(PAGE, 'platform', 'on', 'generator begins with', 'drops', 'treats as the same')
  assert.deepEqual(
    rows.map((cells) => cells.slice(0, 4).map((cell) => readCodes(cell))),
    PLATFORMS.map(({ name, domains, generators, policy: { query } }) => {
      return [[name], list(domains), list(generators), (query?.strip ?? []).map(String)]
    }),
  )
})

test('the forms of the platforms are those of the code, each rewrite by an example or as it is written', () => {
  const rows = rowsUnder(PAGE, 'platform', 'on', 'generator begins with', 'drops', 'treats as the same')
  for (const [index, { name, policy }] of PLATFORMS.entries()) {
    const codes = readCodes(rows[index]?.[4])
    const pairs = Array.from({ length: codes.length / 2 }, (_, at) => [codes[2 * at], codes[2 * at + 1]] as const)
    const isShown = ({ match, to }: { match: string; to: string }): boolean =>
      pairs.some(([from = '', plain = '']) => {
        if (from === foldCountry(match)) return plain === to
        const alone = definePolicy({ name, rewrites: [{ match, to }] })
        return !from.includes('$') && normalize(`https://example.com${from}`, alone) === `https://example.com${plain}`
      })
    assert.deepEqual(
      (policy.rewrites ?? []).filter((rewrite) => !isShown(rewrite)),
      [],
      name,
    )
    const whole = definePolicy({ name, ...policy })
    for (const [from = '', plain = ''] of pairs.filter(([text = '']) => !text.includes('$'))) {
      assert.equal(normalize(`https://example.com${from}`, whole), `https://example.com${plain}`)
    }
  }
})

const folder = userFolder()
const examples = listExamples('README.md', 'docs/reference/canonicalize.md', 'packages/canonist/README.md').filter(
  needsNode,
)
testExamples(folder, examples)

test('the signatures of the page and all examples compile', () => {
  const findEntry = (name: string): string => (name in canonicalizing ? 'canonicalize' : 'net')
  const signatures = [
    ...ENTRIES.flatMap((entry) => [
      `import * as ${entry} from 'canonist/${entry}'`,
      `import type { ${listTypes(entry).join(', ')} } from 'canonist/${entry}'`,
    ]),
    ...headings.map((name) => assertSignature(PAGE, name, findEntry(name)).replace('const ', 'const its_')),
  ].join('\n')
  assert.equal(compile(folder, { examples, files: { 'signatures.ts': signatures }, types: ['node'] }), '')
})
