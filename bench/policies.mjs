// What does a policy cost, and does the cost stay the same for long lists? Run it with: npm run bench -- policies
//
// Method: as in normalize.mjs (one process, in turns, medians of the rounds with their spread). The first table runs
// every built-in policy and the other functions over the corpus; `new URL(x).href` stands beside them as a measure of the
// machine. The second normalizes ten thousand, a hundred thousand and a million different generated URLs, each list once
// a round: a cost per URL that grows with the list would show a memory that fills up.
import { createNormalizer, definePolicy, explain, policies, urlKey } from '@canonist/core'

import { loadCorpus } from './corpus.mjs'
import { generateUrls } from './corpus/generate.mjs'
import { formatNs, formatSpread } from './support/figures.mjs'
import { compareRounds, interleave } from './support/interleave.mjs'
import { printTable } from './support/markdown-table.mjs'

const ROUNDS = 9
const SITES = 1000
const SIZES = [10_000, 100_000, 1_000_000]

/** A policy with a section of its own for hosts that the corpus really has. */
function defineManySites(urls) {
  const hosts = [...new Set(urls.map((url) => new URL(url).hostname))].filter((host) => /[a-z]$/.test(host))
  const sites = hosts.slice(0, SITES).map((host, index) => [host, { query: { strip: [`own_${index}`] } }])
  return definePolicy({ name: 'many-sites', extends: 'dedupe', sites: Object.fromEntries(sites) })
}

function listContestants(urls) {
  const builtIn = Object.keys(policies).map((name) => ({ name: `policy \`${name}\``, run: createNormalizer(name) }))
  return [
    { name: '`new URL(x).href`', run: (input) => new URL(input).href },
    ...builtIn,
    { name: `\`dedupe\` with ${SITES.toLocaleString('en')} sites`, run: createNormalizer(defineManySites(urls)) },
    { name: '`urlKey(x)` under `dedupe`', run: (input) => urlKey(input) },
    { name: '`explain(x)` under `dedupe`', run: (input) => explain(input).url },
  ]
}

function printPolicies({ name, urls }) {
  const results = interleave(listContestants(urls), urls, ROUNDS)
  const rows = results.map((result) => [
    result.name,
    formatNs(result.median),
    formatSpread(result),
    compareRounds(result, results[0]).toFixed(2),
  ])
  console.log(`${ROUNDS} rounds in turns over ${name}, ${urls.length.toLocaleString('en')} URLs:`)
  printTable(['what is done', 'ns / URL', 'least–most', 'of new URL'], rows)
}

function printFlatness() {
  const all = generateUrls(SIZES.at(-1))
  const contestants = SIZES.map((size) => ({
    name: `${size.toLocaleString('en')} URLs`,
    run: createNormalizer('dedupe'),
    inputs: all.slice(0, size),
  }))
  const results = interleave(contestants, [], ROUNDS)
  const rows = results.map((result) => [
    result.name,
    formatNs(result.median),
    formatSpread(result),
    compareRounds(result, results[0]).toFixed(2),
  ])
  console.log(`Policy dedupe on different generated URLs, ${ROUNDS} rounds in turns:`)
  printTable(['list', 'ns / URL', 'least–most', 'of the shortest'], rows)
}

printPolicies(loadCorpus())
printFlatness()
