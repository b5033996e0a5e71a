// How many adversarial logs make the learner apply a rule that joins two pages: none may.
import { performance } from 'node:perf_hooks'

import { printTable } from '../support/markdown-table.mjs'
import { adversarialLogs, findWrongMerges } from './adversarial/index.mjs'

/**
 * @param size `full` or `small`
 * @param draws numbers of the random draws
 */
export async function printAdversarial(canonist, size, draws = [0]) {
  const rows = []
  let wrong = 0
  for (const kind of Object.keys(adversarialLogs(size))) {
    const start = performance.now()
    let [count, failed] = [0, 0]
    for (const draw of draws)
      for (const log of adversarialLogs(size, draw)[kind]) {
        count += 1
        if ((await findWrongMerges(log, canonist.learn)).length === 0) continue
        failed += 1
        console.error(`learn: a wrong rule is applied: ${log.name} (draw ${draw})`)
      }
    wrong += failed
    rows.push([kind, `${count}`, `${failed}`, ((performance.now() - start) / 1000).toFixed(1)])
  }
  console.log('**Adversarial logs**: how many lead to a wrong rule')
  printTable(['logs', 'count', 'with a wrong rule', 's'], rows)
  if (wrong > 0) process.exitCode = 1
}
