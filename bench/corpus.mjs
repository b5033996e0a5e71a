// Which URLs do the benchmarks run on, and what are they like? Run it alone with: npm exec -- node bench/corpus.mjs
//
// A list of your own: CORPUS=urls.txt.gz. Without one, the collected list where it lies beside the checkout (100,000 URLs
// from crawls, page resources and link lists), else a list of the same statistics that corpus/generate.mjs invents.
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

import { AIMED_AT, generateUrls } from './corpus/generate.mjs'
import { measureCorpus } from './corpus/statistics.mjs'
import { formatPercent } from './support/figures.mjs'
import { printTable } from './support/markdown-table.mjs'

const COLLECTED_LIST = process.env.CORPUS ?? new URL('../../shared/corpora/urls-100k.txt.gz', import.meta.url)
const GENERATED = 100_000

/**
 * The URLs, without the few that are none: a thrown error costs many times what a parsed URL costs, and would time the
 * engine's stack traces. `--generated` among the arguments asks for the invented list.
 */
export function loadCorpus({ generated = process.argv.includes('--generated') } = {}) {
  const isCollected = !generated && existsSync(COLLECTED_LIST)
  const lines = isCollected ? readLines(gunzipSync(readFileSync(COLLECTED_LIST))) : generateUrls(GENERATED)
  const urls = lines.filter((line) => URL.canParse(line))
  return { name: isCollected ? 'the collected list' : 'the generated list', urls, invalid: lines.length - urls.length }
}

/** Every line becomes a string of its own: slices of one long text would all be as wide as its widest character. */
function readLines(bytes) {
  const lines = []
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(10, start)
    lines.push(bytes.toString('utf8', start, end === -1 ? bytes.length : end))
    start = end === -1 ? bytes.length : end + 1
  }
  return lines.filter((line) => line !== '')
}

export function printCorpus({ name, urls, invalid }) {
  console.log(`Corpus: ${name}, ${urls.length.toLocaleString('en')} URLs; ${invalid} invalid lines are left out.`)
  const measured = measureCorpus(urls)
  const rows = Object.keys(AIMED_AT).map((key) => [key, format(key, measured[key]), format(key, AIMED_AT[key])])
  printTable(['of the corpus', 'measured', 'the generator aims at'], rows)
}

const format = (key, value) => (/^(?:mean|median)/.test(key) ? value.toFixed(1) : formatPercent(value))

if (import.meta.main) {
  printCorpus(loadCorpus({ generated: false }))
  printCorpus(loadCorpus({ generated: true }))
}
