// A process that opens a database and counts the same row up, again and again: count-up.ts LOCATION TIMES
import { openDatabase } from '../../../../src/store/open-database.ts'

const [location = '', times = ''] = process.argv.slice(2)
const database = await openDatabase(location)
const sql = `insert into reviews (kind, subject, detail, count, state, opened_at, last_seen)
  values ('k', 'all', '', 1, 'open', 0, 0) on conflict (kind, subject) do update set count = reviews.count + 1`
for (let done = 0; done < Number(times); done += 1) await database.run(sql)
await database.close()
console.log('done')
