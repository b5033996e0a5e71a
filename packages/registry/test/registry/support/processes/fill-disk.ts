// A process that takes in lines and tells how that ended: fill-disk.ts LOCATION LINES
import { hash } from 'node:crypto'
import { openRegistry } from '../../../../src/registry/open-registry.ts'
import { StoreError } from '../../../../src/store/errors.ts'
import { openDatabase } from '../../../../src/store/open-database.ts'
import { mixedLines } from '../mixed-lines.ts'
import { remembered } from '../remembered.ts'
import { findFaults } from '../state.ts'

const [location = '', lines = ''] = process.argv.slice(2)
const options = { source: 'list', batchLines: 200, usesThread: false }
const registry = await openRegistry(location, { now: () => 1000 })
let done = 0
const outcome = await registry
  .ingest(mixedLines(Number(lines)), { ...options, onProgress: (position) => void (done = position) })
  .then(({ seen }) => `${seen} lines`)
  .catch((error: unknown) => (error instanceof StoreError ? error.code : String(error)))
await registry.close().catch(() => undefined)
const database = await openDatabase(location, { readOnly: true })
const { runs = [], ...state } = await remembered(database)
const faults = await findFaults(database)
await database.close()
const mark = hash('sha256', JSON.stringify(state))
console.log(JSON.stringify({ outcome, done, position: runs[0]?.['position'], faults, state: mark }))
