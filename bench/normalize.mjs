// How fast is `normalize` beside what people use today? Run it with: npm run bench -- normalize
//
// Method: policy `dedupe`, a string in and a string out, every URL of the corpus, in one process. The contestants take
// turns (A B C, A B C, …) over several rounds after a warm-up; shown are the median of the rounds and their spread. One
// loop calls them all and reads the last character of each result, so that no result is optimised away or left as a
// concatenation to be written out later. The garbage of one is collected before the next begins. A ratio is the median
// of the ratios within each round. First it is counted how far the contestants agree: a fast wrong answer is worth nothing.
import { createNormalizer, normalize } from '@canonist/core'
import { normalizeURL } from 'ufo'

import { loadCorpus, printCorpus } from './corpus.mjs'
import { normalizeWithPackage } from './rivals/normalize-url.mjs'
import { normalizeCarefully, normalizePlainly } from './rivals/plain-rules.mjs'
import { formatNs, formatPercent, formatRatio, formatSpread } from './support/figures.mjs'
import { compareRounds, interleave } from './support/interleave.mjs'
import { printTable } from './support/markdown-table.mjs'

const ROUNDS = 11
const KIND_ROUNDS = 9

const CANONIST = 'canonist `normalize(x)`'
const CONTESTANTS = [
  { name: CANONIST, run: (input) => normalize(input) },
  { name: "canonist `createNormalizer('dedupe')`", run: createNormalizer('dedupe') },
  { name: '`new URL(x).href` (none of the work)', run: (input) => new URL(input).href },
  { name: 'the same rules, plainly on `new URL`', run: normalizePlainly },
  { name: 'the same, assigning only what changes', run: normalizeCarefully },
  { name: 'normalize-url 10, same work switched on', run: normalizeWithPackage },
  { name: 'ufo `normalizeURL` (less work)', run: normalizeURL },
]

const KIND_CONTESTANTS = [CONTESTANTS[0], CONTESTANTS[2], CONTESTANTS[3], CONTESTANTS[4]]

/** How many results of the others differ from ours. */
function printAgreement(urls) {
  const rows = CONTESTANTS.slice(1).map(({ name, run }) => {
    const differing = urls.filter((url) => run(url) !== normalize(url))
    const unlike = differing.filter((url) => !isOnlySpelling(run(url), normalize(url)))
    return [name, formatPercent(differing.length / urls.length), String(differing.length), String(unlike.length)]
  })
  console.log('\nResults that differ from those of canonist, and those of them where the platform sees another URL:')
  printTable(['contestant', 'share', 'URLs', 'another URL'], rows)
}

/** Whether two results are the same to the platform but for escapes and the root's slash. */
function isOnlySpelling(a, b) {
  const plain = (url) => decodeURI(new URL(url).href.replaceAll('%25', '%2525')).toLowerCase()
  try {
    return plain(a) === plain(b)
  } catch {
    return false
  }
}

function printExamples(urls) {
  const differing = urls.filter((url) => normalizePlainly(url) !== normalize(url))
  console.log(`Plain rules and canonist differ on ${differing.length} URLs.`)
  for (const url of differing.slice(0, 3)) {
    console.log(
      `  ${shorten(url)}\n    plain     ${shorten(normalizePlainly(url))}\n    canonist  ${shorten(normalize(url))}`,
    )
  }
}

const shorten = (text) => (text.length > 160 ? `${text.slice(0, 160)}…` : text)

/**
 * The same once more with the lines of one text, as `text.split('\n')` gives them. One character beyond latin1 makes the
 * whole text two bytes wide, and every line with it: most programs that read a list have such lines.
 */
function cutLines(urls) {
  return `${urls.join('\n')}\n\u2026`.split('\n').slice(0, -1)
}

function printTimes(urls, title) {
  const results = interleave(CONTESTANTS, urls, ROUNDS)
  const ours = results.find(({ name }) => name === CANONIST)
  const rows = results.map((result) => [
    result.name,
    formatNs(result.median),
    formatSpread(result),
    formatRatio(compareRounds(result, ours)),
  ])
  console.log(`\n${title}, ${ROUNDS} rounds in turns over ${urls.length.toLocaleString('en')} URLs:`)
  printTable(['policy dedupe', 'ns / URL', 'least–most', 'canonist is faster by'], rows)
}

/** Where the time goes, and where we lose. */
function printKinds(urls) {
  const kinds = Map.groupBy(urls, (url) => {
    const part = url.includes('?') ? 'with a query' : 'without a query'
    return `${normalize(url) === url ? 'unchanged' : 'changed'}, ${part}`
  })
  const rows = [...kinds].map(([kind, members]) => timeKind(kind, members, urls.length))
  console.log('The same by kind of URL, in ns / URL:')
  printTable(['URLs', 'share', 'canonist', 'new URL', 'plain', 'careful', '× new URL', '× plain', '× careful'], rows)
}

function timeKind(kind, urls, total) {
  const [ours, platform, plain, careful] = interleave(KIND_CONTESTANTS, urls, KIND_ROUNDS)
  return [
    kind,
    formatPercent(urls.length / total),
    formatNs(ours.median),
    formatNs(platform.median),
    formatNs(plain.median),
    formatNs(careful.median),
    formatRatio(compareRounds(platform, ours)),
    formatRatio(compareRounds(plain, ours)),
    formatRatio(compareRounds(careful, ours)),
  ]
}

const corpus = loadCorpus()
printCorpus(corpus)
printExamples(corpus.urls)
printAgreement(corpus.urls)
printTimes(corpus.urls, 'Each URL a string of its own')
printTimes(cutLines(corpus.urls), 'Each URL a line of one long text')
printKinds(corpus.urls)
