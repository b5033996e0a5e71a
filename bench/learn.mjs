// How much redundancy does the learner find on pages that it has not seen? Run it with: npm exec -- node bench/learn.mjs
//
// bench/learn/README.md tells how the sites are made and what the scores mean. --set tune|holdout, --urls N, --noise SHARE, --fingerprints simhash|exact|size|none, --seeds N, --by-site,
// --contestants PART,PART, --core DIR (the sources of another checkout instead of what is built here).
import { parseArgs } from 'node:util'

import { loadCanonist } from './learn/canonist.mjs'
import { runContest } from './learn/contest.mjs'
import { printSites, printTotals } from './learn/report.mjs'
import { RIVALS } from './learn/rivals/index.mjs'

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'tune' },
    urls: { type: 'string', default: '5000' },
    noise: { type: 'string', default: '0.03' },
    fingerprints: { type: 'string', default: 'simhash' },
    seeds: { type: 'string', default: '1' },
    contestants: { type: 'string', default: '' },
    core: { type: 'string' },
    'by-site': { type: 'boolean', default: false },
  },
})

const canonist = await loadCanonist(values.core)
const wanted = values.contestants.split(',')
const contestants = [...(canonist === null ? [] : [canonist]), ...RIVALS].filter(({ name }) =>
  wanted.some((part) => name.toLowerCase().includes(part)),
)
if (canonist === null) console.error('learn: this core has no learner yet; only its rivals run')

const setting = { urls: Number(values.urls), noise: Number(values.noise), fingerprints: values.fingerprints }
const results = await runContest(contestants, values.set, setting, Number(values.seeds))
printTotals(results)
if (values['by-site']) for (const result of results) printSites(result)
