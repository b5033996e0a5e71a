import { definePolicy, type PolicySpec } from '@canonist/core'
import { rekey } from '../../../../src/registry/rekey/rekey.ts'
import { undoRekey } from '../../../../src/registry/rekey/undo-rekey.ts'
import { openDatabase } from '../../../../src/store/open-database.ts'

// A rekey, or the taking back of one, in a process that can be killed.
const [, , location = '', spec = '{}', undo = ''] = process.argv
const database = await openDatabase(location)
const options = { now: () => 2000, limits: { pages: 15, aliases: 25 } }
process.stdout.write('ready\n')
if (undo === '') await rekey(database, definePolicy(JSON.parse(spec) as PolicySpec), options)
else await undoRekey(database, Number(undo), options)
await database.close()
