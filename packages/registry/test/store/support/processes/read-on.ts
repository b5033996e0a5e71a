// A process that only reads: counts hosts, then again when it is told to, and reads a stream to its end: read-on.ts PATH
import { once } from 'node:events'
import { openDatabase } from '../../../../src/store/open-database.ts'

const database = await openDatabase(process.argv[2] ?? '', { readOnly: true })
const tellCount = async (): Promise<void> =>
  console.log(`read ${(await database.all('select host from hosts')).length}`)
const stream = database.stream('select host from hosts')[Symbol.asyncIterator]()
await stream.next()
await tellCount()
await once(process.stdin, 'data')
await tellCount()
try {
  for (let isDone = false; !isDone;) isDone = (await stream.next()).done === true
  console.log('to the end')
} catch (error) {
  console.log(Reflect.get(Object(error), 'code'))
}
await database.close()
process.exit()
