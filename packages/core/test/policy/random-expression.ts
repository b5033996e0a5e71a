import { createNormalizer } from '../../src/index.ts'
import { chance, createRandom, pick, type Random } from '@canonist/test-support/random-url.ts'
import { tryDefine } from '../normalize/policy-invariants.ts'
import type { FuzzRange, Tally } from '@canonist/test-support/fuzz.ts'
import { runCases } from '@canonist/test-support/fuzz.ts'

const ATOMS = ['a', 'a', 'aa', 'b', '.', '[ab]', '[^b]', '\\w', 'a'.repeat(9), '/', '\\/']
/** Parts that take no text. The engine visits them all the same, once for each way through the parts before them. */
const EMPTY_PARTS = [
  '()',
  '(?:)',
  '(?=)',
  '(?=())',
  '(?!(?!))',
  '(?<=)',
  '(?<!b)',
  '(?:|)',
  '(((())))',
  '\\b',
  '\\B',
  '()?',
]
const QUANTIFIERS = ['*', '+', '?', '*?', '+?', '{2}', '{0,3}', '{1,40}', '{2,}', '{30}']

/** Ambiguous on purpose: nearly every part can take an `a`. */
function randomPart(random: Random, depth: number): string {
  if (chance(8, random)) return pick(EMPTY_PARTS, random).repeat(1 + random(8))
  if (depth > 0 && chance(3, random))
    return `${randomGroup(random, depth)}${chance(3, random) ? '' : quantifier(random)}`
  return pick(ATOMS, random) + (chance(3, random) ? quantifier(random) : '')
}

const quantifier = (random: Random): string => pick(QUANTIFIERS, random)

function randomGroup(random: Random, depth: number): string {
  const opening = pick(['(', '(?:', '(?:', '(?=', '(?!', '(?<=', '(?<name>'], random)
  // Names may stand once, and an assertion need not be repeated.
  const start = opening === '(?<name>' ? `(?<n${random(1_000_000)}>` : opening
  const sides = Array.from({ length: 1 + random(3) }, () =>
    chance(8, random) ? '' : randomSequence(random, depth - 1),
  )
  return `${start}${sides.join('|')})`
}

function randomSequence(random: Random, depth: number): string {
  return Array.from({ length: 1 + random(5) }, () => randomPart(random, depth)).join('')
}

/**
 * The worst shape that the bound has to hold for: a part, often an empty one, many times behind repetitions that take
 * anything, and an end that is found missing only behind all of it.
 */
function randomWorstCase(random: Random): string {
  const repetitions = Array.from({ length: 1 + random(2) }, () => pick(['.*', '(.*)', 'a+', '[^b]*?'], random))
  const part = chance(3, random) ? randomGroup(random, 1) : pick(EMPTY_PARTS, random)
  return `${repetitions.join('')}aaaa${part.repeat(1 + random(40))}aaaab`
}

/** What makes an engine try all its ways: texts that nearly match. */
const TEXTS = ['a'.repeat(4095), `${'a'.repeat(4094)}!`, 'ab'.repeat(2047), `${'aab'.repeat(1364)}!`, 'a/'.repeat(2047)]
const NAMES = TEXTS.map((text) => text.replaceAll('/', '').slice(0, 63))

const PATHS = TEXTS.map((text) => `https://e.com/${text}`)
/** The engine interprets an expression that runs for the first time, but not on a long text. */
const SHORT_PATHS = ['', 'a', 'a'.repeat(40), `${'a'.repeat(997)}!`].map((text) => `https://e.com/${text}`)
/** As many names as fit into 4,096 characters, none of which was judged before. */
const QUERIES = NAMES.map(
  (name) => `https://e.com/?${Array.from({ length: 63 }, (_, index) => `${index}${name}`.slice(-63)).join('&')}`,
)

/** The CPU time in milliseconds that the policy takes for the worst of the URLs, if it is accepted. */
function measure(fields: object, urls: readonly string[]): number | null {
  const policy = tryDefine({ name: 'random', ...fields })
  if (policy === null) return null
  const normalize = createNormalizer(policy)
  return Math.max(...urls.map((url) => measureCpu(() => normalize(url))))
}

function measureCpu(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * The best of three: a load on the machine says nothing about the expression. Each time it is written in another way, because the
 * engine keeps the code of an expression that it has compiled.
 */
function measureBest(measureOnce: (source: string) => number | null, source: string, mostMs: number): number | null {
  const first = measureOnce(source)
  if (first === null || first <= mostMs) return first
  return Math.min(first, ...[`(?:${source})`, `(?:(?:${source}))`].map((text) => measureOnce(text) ?? first))
}

/** Random expressions in a rewrite and in a pattern; fails at the first accepted one that takes longer than allowed. */
export async function fuzzExpressions(range: FuzzRange, mostMs: number): Promise<Tally> {
  let accepted = 0
  let slowest = 0
  const cases = await runCases(range, (seed) => {
    const random = createRandom(seed)
    const source = chance(3, random) ? randomWorstCase(random) : randomSequence(random, 2)
    const front = chance(2, random) ? '^' : ''
    const paths = [pick(SHORT_PATHS, random), ...PATHS]
    const uses = [
      { writeFields: (text: string) => ({ rewrites: [{ match: `^/${text}$`, to: '/b' }] }), urls: paths },
      { writeFields: (text: string) => ({ query: { strip: [`/${front}${text}/`] } }), urls: QUERIES },
    ]
    for (const { writeFields, urls } of uses) {
      const best = measureBest((text) => measure(writeFields(text), urls), source, mostMs)
      if (best === null) continue
      accepted += 1
      slowest = Math.max(slowest, best)
      if (best > mostMs) throw new Error(`${JSON.stringify(writeFields(source))} takes ${Math.round(best)} ms`)
    }
  })
  return { expressions: cases, accepted, slowestMs: Math.round(slowest) }
}
