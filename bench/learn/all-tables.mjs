// The tables of docs/benchmarks.md.
import { printTable } from '../support/markdown-table.mjs'
import { printAdversarial } from './adversarial-table.mjs'
import { runContest } from './contest.mjs'
import { finePercent, percent, printSites, printTotals } from './report.mjs'
import { RIVALS } from './rivals/index.mjs'
import { printSpeed } from './speed.mjs'

/** Of the families that count there are more sites. */
const SEEDS = { holdout: 2, tune: 1 }
const MILLION = 1_000_000
/** Of the URLs fetched twice: none, as the web was first made, and a few, as crawls have that go on for a while. */
const REFETCHED = [0, 0.05]

/** What is asked of the learner on families that it was not tuned on. */
const SETTINGS = [
  { name: '5,000 URLs a site, simhash, 3 % noise', urls: 5000, noise: 0.03, fingerprints: 'simhash' },
  { name: '1,500 URLs a site', urls: 1500, noise: 0.03, fingerprints: 'simhash' },
  { name: '600 URLs a site', urls: 600, noise: 0.03, fingerprints: 'simhash' },
  { name: '5,000, exact hashes alone, 10 % noise', urls: 5000, noise: 0.1, fingerprints: 'exact' },
]

export async function printAllTables(canonist, core) {
  if (canonist !== null) await printSettings(canonist)
  await printRivals(canonist === null ? [] : [canonist])
  if (canonist !== null) await printAdversarial(canonist, 'full')
  if (canonist !== null) await printSpeed(MILLION, core)
}

async function printSettings(canonist) {
  const rows = []
  for (const set of ['holdout', 'tune'])
    for (const [{ name, ...setting }, refetched] of SETTINGS.flatMap((each) =>
      REFETCHED.map((share) => [each, share]),
    )) {
      const [{ total }] = await runContest([canonist], set, { ...setting, refetched }, SEEDS[set])
      rows.push([
        `${set === 'holdout' ? 'kept back' : 'tuned on'}: ${name}`,
        `${refetched * 100} %`,
        percent(total.recall),
        finePercent(total.precision),
        finePercent(total.worstPrecision),
        percent(total.reduction),
        `${total.unstable}`,
      ])
    }
  console.log(
    `**canonist \`learnRules\` on pages it has not seen**, two sites of each family that was kept back and one of each other`,
  )
  printTable(['families', 'fetched twice', 'recall', 'precision', 'worst site', 'reduction', 'unstable'], rows)
}

async function printRivals(own) {
  const [{ name, ...setting }] = SETTINGS
  const results = await runContest([...own, ...RIVALS], 'holdout', setting)
  console.log(`**The rivals, on the families that were kept back**: ${name}`)
  printTotals(results)
  if (own.length > 0) printSites(results[0])
}
