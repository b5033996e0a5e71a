// Can a URL be written that takes long? Run it with: npm run bench -- hostile
//
// Method: inputs that repeat what is dear to handle, up to a hundred thousand characters, through `normalize` under
// several policies and through `explain`. Each is timed at a quarter, half and the whole of its length (fastest of several
// calls, as noise only adds). Shown is the slowest policy by time per character at full length, and by how much twice
// the length takes longer, the lesser of the two doublings: linear work takes 2 times as long, quadratic work 4 times,
// and a step (a text that no longer fits a cache or a quick way) shows in one doubling only. The platform's parser stands
// beside it. Ends with exit code 1 where something grows faster than linear.
import { performance } from 'node:perf_hooks'

import { createNormalizer, definePolicy, explain, policies } from '@canonist/core'

import { printTable } from './support/markdown-table.mjs'

const LENGTH = 100_000
const LENGTHS = [LENGTH / 4, LENGTH / 2, LENGTH]
const CALLS = 5
/** Between linear (2) and quadratic (4) for twice the length. */
const TOO_MUCH = 2.8
/** Times below it say nothing about growth. */
const SHORTEST_MS = 0.5
/** Rows of the table; the others are summed up. */
const SHOWN = 20

const HOST = 'https://example.com'

/** By what is repeated. A function gets the place, for parts that must differ. */
const INPUTS = [
  { what: '% in the path', start: `${HOST}/`, part: '%' },
  { what: '%2 in the path', start: `${HOST}/`, part: '%2' },
  { what: '%25 in the path', start: `${HOST}/`, part: '%25' },
  { what: '%7e in the path', start: `${HOST}/`, part: '%7e' },
  { what: '%%341 in the path', start: `${HOST}/`, part: '%%341' },
  { what: '%2e%2e/ in the path', start: `${HOST}/`, part: '%2e%2e/' },
  { what: '/..', start: HOST, part: '/..' },
  { what: '/a/..', start: HOST, part: '/a/..' },
  { what: '/a, then /..', start: (length) => HOST + '/a'.repeat(length / 5), part: '/..' },
  { what: '/.', start: HOST, part: '/.' },
  { what: '/', start: HOST, part: '/' },
  { what: '/ and a name', start: HOST, part: '/', end: 'a' },
  { what: '\\', start: HOST, part: '\\' },
  { what: '; in the path', start: `${HOST}/`, part: ';' },
  { what: ';jsessionid', start: `${HOST}/a`, part: ';jsessionid=1' },
  { what: '/(S(x))', start: HOST, part: '/(S(x))' },
  { what: '/(S(', start: HOST, part: '/(S(' },
  { what: '/index.html', start: HOST, part: '/index.html' },
  { what: 'letters in the path', start: `${HOST}/`, part: 'a' },
  { what: 'upper case in the path', start: `${HOST}/`, part: 'A' },
  { what: 'dots in the path', start: `${HOST}/`, part: '.' },
  { what: 'non-ASCII in the path', start: `${HOST}/`, part: 'é' },
  { what: 'spaces in the path', start: `${HOST}/`, part: ' ', end: 'a' },
  { what: 'spaces before', start: '', part: ' ', end: HOST },
  { what: 'spaces behind', start: `${HOST}/a`, part: ' ' },
  { what: 'line breaks', start: `${HOST}/`, part: 'a\n' },
  { what: 'lone surrogates', start: `${HOST}/`, part: '\ud800' },
  { what: '& in the query', start: `${HOST}/?`, part: '&' },
  { what: '= in the query', start: `${HOST}/?`, part: '=' },
  { what: '? in the query', start: `${HOST}/`, part: '?' },
  { what: 'pairs, one name', start: `${HOST}/?z`, part: '&a=1' },
  { what: 'pairs, falling names', start: `${HOST}/?`, part: (at) => `&${String(1e6 - at)}` },
  { what: 'pairs, names alike but for the end', start: `${HOST}/?`, part: (at) => `&${'a'.repeat(99)}${1e6 - at}` },
  { what: 'names alone, then a fragment', start: `${HOST}/?`, part: '&a', end: '#=' },
  { what: 'tracking pairs', start: `${HOST}/?`, part: '&utm_source=1' },
  { what: 'every second pair tracking', start: `${HOST}/?`, part: '&a=1&utm_source=1' },
  { what: 'escaped names', start: `${HOST}/?`, part: '&%75%74m_x' },
  { what: 'names that are not UTF-8', start: `${HOST}/?`, part: '&%ff%fe' },
  { what: 'one long name', start: `${HOST}/?b&`, part: 'utm' },
  { what: 'one long name of letters', start: `${HOST}/?b&`, part: 's' },
  { what: 'one long escaped name', start: `${HOST}/?b&`, part: '%41' },
  { what: 'quotes in the query', start: `${HOST}/?`, part: "'" },
  { what: '# in the fragment', start: `${HOST}/`, part: '#' },
  { what: 'long labels', start: 'https://', part: `${'a'.repeat(63)}.`, end: 'com/' },
  { what: 'one label', start: 'https://', part: 'a', end: '.com/' },
  { what: 'many labels', start: 'https://', part: 'a.', end: 'com/' },
  { what: 'www.', start: 'https://', part: 'www.', end: 'example.com/' },
  { what: 'dots in the host', start: 'https://a', part: '.', end: '/' },
  { what: 'dots behind the host', start: 'https://example.com', part: '.', end: '/' },
  { what: 'escapes in the host', start: 'https://', part: '%61', end: '.com/' },
  { what: 'digits in the host', start: 'https://', part: '1', end: '/' },
  { what: 'numbers in the host', start: 'https://', part: '1.', end: '1/' },
  { what: 'colons in brackets', start: 'https://[', part: '1:', end: ']/' },
  { what: 'one IDN label', start: 'https://', part: 'ü', end: '.com/' },
  {
    what: 'one IDN label, all different',
    start: 'https://',
    part: (at) => String.fromCharCode(0x4e00 + (at % 20_000)),
  },
  { what: 'many IDN labels', start: 'https://', part: 'ü.', end: 'com/' },
  { what: 'combining marks in the host', start: 'https://a', part: '\u0301\u0323', end: '.com/' },
  { what: 'xn-- labels', start: 'https://', part: 'xn--bcher-kva.', end: 'com/' },
  { what: 'one xn-- label', start: 'https://xn--', part: 'a', end: '-kva.com/' },
  { what: '@ in the userinfo', start: 'https://', part: '@', end: 'example.com/' },
  { what: 'colons in the userinfo', start: 'https://', part: ':', end: '@example.com/' },
  { what: 'digits in the port', start: `${HOST}:`, part: '0', end: '80/' },
  { what: 'letters in the scheme', start: '', part: 'a', end: '://x/' },
  { what: 'redirectors in redirectors', start: '', part: 'https://www.google.com/url?q=' },
]

const EVERYTHING = definePolicy({
  name: 'everything',
  extends: 'dedupe',
  scheme: 'https',
  www: 'strip',
  trailingSlash: 'strip',
  fragment: 'keep-routes',
  duplicateSlashes: 'collapse',
  directoryIndex: ['index.html'],
  pathCase: 'lower',
  userinfo: 'strip',
  session: true,
  unwrap: true,
  query: { tracking: 'extended', keep: ['keep_*'], defaults: { page: '1' }, emptyValues: 'strip' },
  sites: { 'example.org': { www: 'keep', paths: { '/a/b': { fragment: 'keep' } } } },
})

const SUBJECTS = [
  ...Object.keys(policies).map((name) => ({ name, run: createNormalizer(name) })),
  { name: 'everything on', run: createNormalizer(EVERYTHING) },
  { name: 'explain', run: (input) => explain(input, EVERYTHING) },
]

const PLATFORM = { name: 'new URL', run: parseOnPlatform }

function parseOnPlatform(input) {
  try {
    return new URL(input).href
  } catch {
    return null
  }
}

function makeInput(input, length) {
  const { part, end = '' } = input
  const start = typeof input.start === 'string' ? input.start : input.start(length)
  const parts = [start]
  for (let size = start.length, at = 0; size < length; at++) {
    const next = typeof part === 'string' ? part : part(at)
    parts.push(next)
    size += next.length
  }
  return parts.join('') + end
}

/** Milliseconds of the fastest call; of two where a call is so slow that more would say no more. */
function timeCalls(run, input) {
  let fastest = Infinity
  for (let call = 0; call < CALLS; call++) {
    const start = performance.now()
    run(input)
    const took = performance.now() - start
    fastest = Math.min(fastest, took)
    if (took > 200 && call > 0) break
  }
  return fastest
}

/** A busy moment can look like growth, but not every time. */
function judge(subject, inputs) {
  let verdict = timeGrowth(subject, inputs)
  for (let again = 0; again < 3 && verdict.growth > TOO_MUCH; again++) verdict = timeGrowth(subject, inputs)
  return verdict
}

function timeGrowth({ name, run }, inputs) {
  const [quarter, half, whole] = inputs.map((input) => timeCalls(run, input))
  return { name, ms: whole, growth: whole < SHORTEST_MS ? null : Math.min(half / quarter, whole / half) }
}

function judgeInput(input) {
  const inputs = LENGTHS.map((length) => makeInput(input, length))
  const verdicts = SUBJECTS.map((subject) => judge(subject, inputs))
  return { what: input.what, length: inputs.at(-1).length, verdicts, platform: judge(PLATFORM, inputs) }
}

const formatGrowth = (growth) => (growth === null ? '–' : `${growth.toFixed(1)} ×`)

function printSlowest(judged) {
  const rows = judged
    .map((input) => ({ ...input, slowest: input.verdicts.toSorted((a, b) => b.ms - a.ms)[0] }))
    .toSorted((a, b) => b.slowest.ms - a.slowest.ms)
    .map(describeInput)
  console.log(`Nanoseconds per character at ${LENGTH.toLocaleString('en')} characters, the slowest first:`)
  printTable(['what is repeated', 'new URL', 'dedupe', 'slowest', 'which is', 'twice the length'], rows.slice(0, SHOWN))
  console.log(`${rows.length - SHOWN} more inputs take at most ${rows[SHOWN][3]} ns per character.`)
}

function describeInput({ what, length, verdicts, platform, slowest }) {
  const perCharacter = ({ ms }) => ((ms * 1e6) / length).toFixed(1)
  const dedupe = verdicts.find(({ name }) => name === 'dedupe')
  const figures = [platform, dedupe, slowest].map(perCharacter)
  return [what, ...figures, slowest.name, formatGrowth(slowest.growth)]
}

const warmUp = makeInput(INPUTS[0], 1000)
for (const { run } of SUBJECTS) for (let call = 0; call < 200; call++) run(warmUp)

const judged = INPUTS.map(judgeInput)
printSlowest(judged)

const steep = judged.flatMap(({ what, verdicts }) =>
  verdicts.filter(({ growth }) => growth > TOO_MUCH).map(({ name, growth, ms }) => ({ what, name, growth, ms })),
)
for (const { what, name, growth, ms } of steep) {
  console.log(`grows too fast: ${what} under ${name}: ${formatGrowth(growth)}, ${ms.toFixed(0)} ms`)
}
if (steep.length === 0) console.log('Nothing grows faster than linear.')
else process.exitCode = 1
