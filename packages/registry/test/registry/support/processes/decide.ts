import { decideReview } from '../../../../src/registry/reviews/decide-review.ts'
import { streamReviews } from '../../../../src/registry/sql/reviews.sql.ts'
import { openDatabase } from '../../../../src/store/open-database.ts'

// A person who accepts all that is open, in a process that can be killed.
const [, , location = '', by = ''] = process.argv
const database = await openDatabase(location)
const ids: number[] = []
for await (const { id } of streamReviews(database)) ids.push(id)
process.stdout.write('ready\n')
for (const id of ids) await decideReview(database, id, { verb: 'accept', by, why: null, at: 3000 })
await database.close()
