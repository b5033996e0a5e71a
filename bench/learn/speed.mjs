// How long learning from a million URLs takes, and how fast the learned policy is.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { printTable } from '../support/markdown-table.mjs'
import { writeLog } from './million.mjs'

const MEASURE = fileURLToPath(new URL('measure.mjs', import.meta.url))
const count = (number) => Math.round(number).toLocaleString('en')

export async function printSpeed(urls, core = '') {
  const folder = mkdtempSync(join(tmpdir(), 'canonist-bench-'))
  try {
    const file = join(folder, 'log.jsonl')
    const sites = await writeLog(file, urls)
    const policy = join(folder, 'policy.json')
    const learning = await measure('learn', file, policy, core)
    const applying = await measure('apply', file, policy, core)
    console.log(`**${count(urls)} URLs of ${sites} sites, in turns, read from JSON lines**`)
    printTable(
      ['', 'wall s', 'CPU s', 'peak MB', 'URLs/s', 'URLs/CPU s'],
      [
        formatRow('learning', urls, learning, count(learning.peakMb)),
        formatRow(`applying, to ${count(applying.urls)} of them`, applying.urls, applying, ''),
      ],
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const formatRow = (name, urls, { wallMs, cpuMs }, memory) => [
  name,
  (wallMs / 1000).toFixed(1),
  (cpuMs / 1000).toFixed(1),
  memory,
  count((urls / wallMs) * 1000),
  count((urls / cpuMs) * 1000),
]

async function measure(task, file, policy, core) {
  const child = spawn(process.execPath, [MEASURE, task, file, policy, core], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => (printed += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`measuring how to ${task} ended with ${code}`)
  return JSON.parse(printed)
}
