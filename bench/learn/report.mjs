// The scores of a contest as tables.
import { printTable } from '../support/markdown-table.mjs'

export const percent = (share) => `${(share * 100).toFixed(1)} %`
/** Near 100 % the tenths hide what matters. */
export const finePercent = (share) => `${(share * 100).toFixed(2)} %`

export function printTotals(results) {
  const rows = results.map(({ name, sites, total }) => [
    name,
    percent(total.recall),
    finePercent(total.precision),
    finePercent(total.worstPrecision),
    percent(total.worstRecall),
    percent(total.reduction),
    `${total.unstable}`,
    `${Math.round(sites.reduce((sum, { learnMs }) => sum + learnMs, 0) / sites.length)}`,
  ])
  printTable(['', 'recall', 'precision', 'worst site', 'worst recall', 'reduction', 'unstable', 'ms a site'], rows)
}

export function printSites({ name, sites }) {
  const rows = sites.map((site) => [
    `${site.family} ${site.seed}`,
    percent(site.recall),
    finePercent(site.precision),
    percent(site.reduction),
    `${site.redundant}`,
    `${site.right}`,
    `${site.wrong}`,
    `${site.unstable}`,
    `${site.rules ?? ''}`,
    `${Math.round(site.learnMs)}`,
  ])
  console.log(name)
  printTable(
    ['site', 'recall', 'precision', 'reduction', 'redundant', 'right', 'wrong', 'unstable', 'rules', 'ms'],
    rows,
  )
}
