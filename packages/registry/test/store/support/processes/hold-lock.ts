// A process that begins to write, says so, and goes on until it is told to end: hold-lock.ts PATH
import { DatabaseSync } from 'node:sqlite'

const database = new DatabaseSync(process.argv[2] ?? '')
database.exec('begin immediate')
console.log('writing')
process.stdin.once('data', () => {
  database.exec('commit')
  database.close()
  process.exit()
})
