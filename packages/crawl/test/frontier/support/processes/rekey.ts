import { definePolicy } from '@canonist/core'
import { rekey } from '@canonist/registry/internal/registry/rekey/rekey'
import { openDatabase } from '@canonist/registry/internal/store/open-database'

// node rekey.ts LOCATION PORTION STOP: ends as a kill would end it, behind the portion that brings it to STOP pages.
const [location = '', portion = '0', stop = 'Infinity'] = process.argv.slice(2)
const database = await openDatabase(location)
const policy = definePolicy({ name: 'no-www', extends: 'dedupe', www: 'strip' })
const onProgress = (pages: number): void => {
  if (pages >= Number(stop)) process.kill(process.pid, 'SIGKILL')
}
const limits = { pages: Number(portion), aliases: 2 * Number(portion) }
await rekey(database, policy, { now: Date.now, limits, onProgress })
await database.close()
