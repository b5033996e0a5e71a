// How much redundancy does the learner find on pages that it has not seen? Run it with: npm run bench -- learn
//
// bench/learn/README.md tells how the sites are made and what the scores mean. With --set, one table instead of all of them:
// --set tune|holdout, --urls N, --noise SHARE, --fingerprints simhash|exact|size|none, --refetched SHARE, --seeds N, --by-site, --contestants
// PART,PART. --adversarial full|small runs the adversarial logs alone, --draws 1-10 with other random numbers. --core DIR runs the sources of another checkout instead of what is built here.
import { parseArgs } from 'node:util'

import { printAdversarial } from './learn/adversarial-table.mjs'
import { printAllTables } from './learn/all-tables.mjs'
import { loadCanonist } from './learn/canonist.mjs'
import { runContest } from './learn/contest.mjs'
import { printSites, printTotals } from './learn/report.mjs'
import { RIVALS } from './learn/rivals/index.mjs'

const { values } = parseArgs({
  options: {
    set: { type: 'string' },
    urls: { type: 'string', default: '5000' },
    noise: { type: 'string', default: '0.03' },
    fingerprints: { type: 'string', default: 'simhash' },
    seeds: { type: 'string', default: '1' },
    refetched: { type: 'string', default: '0' },
    contestants: { type: 'string', default: '' },
    core: { type: 'string' },
    'by-site': { type: 'boolean', default: false },
    adversarial: { type: 'string' },
    draws: { type: 'string', default: '0-0' },
  },
})

const canonist = await loadCanonist(values.core)
if (canonist === null) console.error('learn: this core has no learner; only its rivals run')

if (values.adversarial !== undefined) await printAdversarial(canonist, values.adversarial, listDraws(values.draws))
else if (values.set === undefined) await printAllTables(canonist, values.core)
else await printOneTable(values)

/** `1-10` are ten draws. */
function listDraws(range) {
  const [first, last = first] = range.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

async function printOneTable({ set, urls, noise, fingerprints, seeds, refetched, contestants, 'by-site': isBySite }) {
  const parts = contestants.split(',')
  const chosen = [...(canonist === null ? [] : [canonist]), ...RIVALS].filter(({ name }) =>
    parts.some((part) => name.toLowerCase().includes(part)),
  )
  const setting = { urls: Number(urls), noise: Number(noise), fingerprints, refetched: Number(refetched) }
  const results = await runContest(chosen, set, setting, Number(seeds))
  printTotals(results)
  if (isBySite) results.forEach(printSites)
}
