// How many adversarial logs make the learner apply a rule that joins two pages: none may.
import { performance } from 'node:perf_hooks'

import { printTable } from '../support/markdown-table.mjs'
import { adversarialLogs, findWrongMerges } from './adversarial/index.mjs'

/** @param size `full` or `small` */
export async function printAdversarial(canonist, size) {
  const rows = []
  let wrong = 0
  for (const [kind, logs] of Object.entries(adversarialLogs(size))) {
    const start = performance.now()
    const failed = []
    for (const log of logs) if ((await findWrongMerges(log, canonist.learn)).length > 0) failed.push(log.name)
    for (const name of failed) console.error(`learn: a wrong rule is applied: ${name}`)
    wrong += failed.length
    rows.push([kind, `${logs.length}`, `${failed.length}`, ((performance.now() - start) / 1000).toFixed(1)])
  }
  console.log('**Adversarial logs**: how many lead to a wrong rule')
  printTable(['logs', 'count', 'with a wrong rule', 's'], rows)
  if (wrong > 0) process.exitCode = 1
}
