import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { createNormalizer, definePolicy, policies, type Policy, type PolicyName, type PolicySpec } from '@canonist/core'
import fc from 'fast-check'
import { runCases, type FuzzRange, type Tally } from '@canonist/test-support/fuzz.ts'
import { randomPolicy } from '@canonist/test-support/random-policy.ts'
import {
  chance,
  createRandom,
  mutate,
  ordinaryUrl,
  pick,
  randomUrl,
  type Random,
} from '@canonist/test-support/random-url.ts'
import { show } from '@canonist/test-support/show.ts'
import { LineScanner, readEntry } from '../../src/bulk/kernel/line-scanner.ts'
import { OutputBuffer } from '../../src/bulk/output-buffer.ts'

export const LINES_EACH = 1000

/** One policy for each thing that the tables tell the scanner. */
const SPECS: readonly Omit<PolicySpec, 'name'>[] = [
  {},
  { scheme: 'https' },
  { scheme: 'http' },
  { www: 'strip' },
  { www: 'add' },
  { trailingSlash: 'strip' },
  { trailingSlash: 'add' },
  { rootSlash: 'strip' },
  { duplicateSlashes: 'collapse' },
  { session: true },
  { lowercasePath: true },
  { directoryIndex: ['index.html'] },
  { fragment: 'strip' },
  { query: { sort: true } },
  { query: { empty: 'strip' } },
  { query: { unsafe: 'escape' } },
  { query: { keepOnly: ['id'] } },
  { query: { strip: ['a*', '/^x/'] } },
  { query: { strip: ['a*', 'ID'], keep: ['ab'], empty: 'strip' } },
  { query: { tracking: 'core', keep: ['Gclid', 'utm_source'], sort: true } },
  { query: { tracking: 'core', keep: ['utm_*'] } },
  { query: { strip: ['caf%C3%A9', 'x[0]', 'abc'], empty: 'strip' } },
  { query: { defaults: { page: '1' } } },
  { query: { defaults: { page: '1' }, strip: ['a*'], sort: true } },
  { query: { tracking: 'extended', sort: true, signed: 'strip' } },
] as readonly Omit<PolicySpec, 'name'>[]

const BUILT_INS = Object.keys(policies) as PolicyName[]

const made: Policy[] = []

/** A built-in one, one of the list, or now and then a random one. */
function choosePolicy(random: Random, seed: number): Policy {
  if (chance(2, random)) return policies[pick(BUILT_INS, random)]
  if (chance(20, random)) {
    const [spec] = fc.sample(randomPolicy, { numRuns: 1, seed })
    try {
      if (spec !== undefined) return definePolicy(spec)
    } catch {
      // Not every random spec is a policy.
    }
  }
  if (made.length === 0) made.push(...SPECS.flatMap(tryDefine))
  return pick(made, random)
}

function tryDefine(spec: Omit<PolicySpec, 'name'>): Policy[] {
  try {
    return [definePolicy({ name: 'test', ...spec })]
  } catch {
    return []
  }
}

const scanners = new Map<Policy, LineScanner>()

/** Compiling one takes longer than a case. */
function getScanner(policy: Policy): LineScanner {
  if (scanners.size > 64) scanners.clear()
  const scanner = scanners.get(policy) ?? new LineScanner(policy)
  scanners.set(policy, scanner)
  return scanner
}

const CHARACTERS = '!"#$%&\'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~ \t\r\0\u0001\u007f\u00e9'

const SEGMENTS = [
  'a',
  'news',
  'v1.2',
  'x.html',
  'caf%C3%A9',
  'a_b',
  '(1)',
  'b;v=1',
  'Index',
  '2024-01',
  "it's",
  'a@b',
  '~u',
  '.x',
]
const NAMES = ['a', 'ab', 'abc', 'abcd', 'abcde', 'id', 'p', 'page', 'q', 'x%5B0%5D', 'z']
/** Some are removed, some say that the URL is signed, and some only look like those. */
const KNOWN_NAMES = [
  'utm_source',
  'UTM_x',
  'utm',
  'gclid',
  'gclids',
  'Ref',
  'refs',
  'cm_mmca',
  '_ga',
  'ut%6D_a',
  'Signature',
  'Expires',
  '',
]

/** Needs no work under most policies. */
function plainUrl(random: Random): string {
  const list = (most: number, make: () => string): string[] => Array.from({ length: random(most) }, make)
  const origin = `${pick(['https', 'http'], random)}://${chance(2, random) ? 'www.' : ''}${pick(['example', 'a-b.c1', 'x'], random)}.com`
  const path = `/${list(4, () => pick(SEGMENTS, random)).join('/')}${chance(4, random) ? '/' : ''}`
  const unsorted = list(5, () => pick(chance(4, random) ? KNOWN_NAMES : NAMES, random))
  const names = chance(3, random) ? unsorted : unsorted.toSorted()
  const pairs = names.map((name) =>
    chance(5, random) ? name : `${name}=${pick(['', '1', 'a+b', '%20', 'é', 'a=b'], random)}`,
  )
  if (chance(12, random)) return origin
  const fragment = chance(5, random) ? pick(['#', '#a', '#/r', '#!x', '#%20', '#%7e', '#a b', "#'"], random) : ''
  return `${origin}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}${fragment}`
}

/** Mostly URLs that need no work, and those that are one character away from it. */
function nextLine(random: Random): string {
  const url = chance(6, random) ? randomUrl(random) : chance(4, random) ? ordinaryUrl(random) : plainUrl(random)
  if (chance(3, random)) return url
  if (chance(8, random)) return mutate(url, random)
  const at = random(url.length + 1)
  return url.slice(0, at) + CHARACTERS.charAt(random(CHARACTERS.length)) + url.slice(at + random(2))
}

/** Each case is a block of lines under a policy: what the scanner makes of a line that it does not pass on, the normalizer makes, too. */
export async function fuzzScanner(range: FuzzRange): Promise<Tally> {
  const tally = { lines: 0, normal: 0, changed: 0 }
  const cases = await runCases(range, (seed) => {
    const random = createRandom(seed)
    const policy = choosePolicy(random, seed)
    const lines = Array.from({ length: LINES_EACH }, () => nextLine(random).replaceAll('\n', ''))
    const normalizer = createNormalizer(policy)
    for (const [index, got] of scanLines(policy, lines).entries()) {
      const line = lines[index] ?? ''
      if (line === '' || got === PASSED_ON) continue
      tally[got === line ? 'normal' : 'changed'] += 1
      if (got !== normalizer(line)) {
        assert.fail(`${show(line)} becomes ${show(got)} under ${JSON.stringify(policy.spec)}`)
      }
    }
    tally.lines += lines.length
  })
  return { cases, ...tally }
}

export const PASSED_ON = '-'

/** What the scanner makes of the lines. Checks that it counts them, and that it copies the texts of those that it passes on. */
export function scanLines(policy: Policy, lines: readonly string[]): string[] {
  const bytes = Buffer.from(`${lines.join('\n')}\n`)
  const scanner = getScanner(policy)
  const scanned = scanner.scan({ bytes, length: bytes.length })
  assert.equal(scanned.lines, lines.length)
  const numbers = Array.from({ length: scanned.count }, (_, index) => readEntry(scanned, index).line)
  const texts = Buffer.from(numbers.map((number) => `${lines[number - 1]}\n`).join(''))
  assert.ok(texts.equals(scanned.texts.bytes), 'the texts of the lines that are passed on')
  const output = new OutputBuffer(Buffer.alloc(0))
  scanner.replace(Buffer.from(`${PASSED_ON}\n`.repeat(scanned.count)), output)
  const got = output.bytes.toString('utf8', 0, output.length).split('\n').slice(0, -1)
  assert.equal(got.length, lines.length)
  for (const number of numbers) assert.equal(got[number - 1], PASSED_ON)
  return got
}
