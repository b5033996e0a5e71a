// The test data for every engine: URLs of all kinds, malformed rows, and the results of the library.
import { existsSync, readFileSync } from 'node:fs'
import { definePolicy, policies, tryNormalize } from '@canonist/core'
import { loadCorpus } from '../../bench/corpus.mjs'
import { computeKey } from '@canonist/lists/internal/bulk/compute-key'
import { TRACKING_LIST } from '@canonist/core/internal/policy/tracking-list'
import { createRandom, randomUrl } from '@canonist/test-support/random-url.ts'

/** A policy file as users write it. It uses more of the core than any built-in policy. */
export const POLICY_FILE = new URL('./news-policy.json', import.meta.url)
export const OWN_POLICY = definePolicy(JSON.parse(readFileSync(POLICY_FILE, 'utf8')))

/** Every policy that an engine must know, by the name that a query uses. */
export const ALL_POLICIES = { ...policies, [OWN_POLICY.name]: OWN_POLICY }

const SHARED = new URL('../../../shared/vectors/', import.meta.url)
const RANDOM_URLS = 10_000

/**
 * Inputs from the project's test tables, from the generator that fuzzes the core, and from the shared vectors if they are
 * present. Lone surrogates are replaced, because no engine can store them.
 */
export function listVectors() {
  const random = createRandom(21)
  const inputs = [
    ...['normalize-safe', 'sources', 'ssrf'].flatMap(readShared),
    ...TRACKING_LIST.flatMap(({ examples }) => examples.map(({ input }) => input)),
    ...Array.from({ length: RANDOM_URLS }, () => randomUrl(random)),
  ]
  return [...new Set(inputs.map((input) => input.toWellFormed()))]
}

function readShared(name) {
  const file = new URL(`${name}.jsonl`, SHARED)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line).input)
}

/** Makes `count` distinct URLs: repeats the corpus of the benchmarks with page numbers, tracking parameters and fragments. */
export function listCorpus(count) {
  const { urls } = loadCorpus({ generated: count < 1000 })
  const vary = [
    (url, n) => `${url}${url.includes('?') ? '&' : '?'}page=${n}&utm_source=x`,
    (url, n) => `${url}${url.includes('?') ? '&' : '?'}b=${n}&a=1`,
    (url, n) => `${url}#part-${n}`,
  ]
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / urls.length)
    const url = urls[index % urls.length]
    return round === 0 ? url : vary[round % vary.length](url.split('#')[0], round)
  })
}

/** Starts with a byte order mark, so the library rejects it. Some clients drop the mark before a function sees it. */
export const BOM_URL = '\ufeffhttps://e.com/'

/** Rows that often break programs. Each must give NULL or a URL, as the library does, and must not affect other rows. */
export const POISONED = [
  '',
  ' ',
  '\\N',
  'NULL',
  '\\',
  'https://e.com/\\',
  'https://e.com/a\tb',
  'https://e.com/a\nb',
  'https://e.com/a\r\nb',
  'https://e.com/a\\tb',
  '"https://e.com/"',
  "https://e.com/'; drop table urls; --",
  'https://e.com/?q=","',
  'https://ünïcode.example/ä?ö=ü',
  'https://e.com/\ufeff',
  BOM_URL,
  'https://e.com/\u2028',
  'https://e.com/😀',
  'javascript:alert(1)',
]

/** 1 MB. `canonist filter` accepts rows up to 1 MiB, and the library URLs up to twice as many characters. */
export const LONG_URL = `https://e.com/${'a/'.repeat(500_000)}`

/** The library's result for an input, in the columns of the engines. */
export function solve(input, policy = 'dedupe') {
  if (input === null) return { url: null, key: null, error: null }
  const outcome = tryNormalize(input, ALL_POLICIES[policy])
  return outcome.ok
    ? { url: outcome.url, key: computeKey(outcome.url), error: null }
    : { url: null, key: null, error: outcome.code }
}
