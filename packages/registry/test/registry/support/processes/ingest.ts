import { readFileSync } from 'node:fs'
import { openRegistry } from '../../../../src/registry/open-registry.ts'

// Ingests the lines of a file, in a process that can be killed.
const [, , location = '', file = '', source = '', batchLines = '50'] = process.argv
const lines = readFileSync(file, 'utf8').split('\n')
const registry = await openRegistry(location)
process.stdout.write('ready\n')
const report = await registry.ingest(lines, {
  source: source === '' ? undefined : source,
  batchLines: Number(batchLines),
})
process.stdout.write(`${JSON.stringify(report)}\n`)
await registry.close()
