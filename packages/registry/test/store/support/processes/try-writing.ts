// A process that opens a database and adds hosts until something goes wrong, which it tells: try-writing.ts LOCATION HOSTS
import { StoreError } from '../../../../src/store/errors.ts'
import { openDatabase } from '../../../../src/store/open-database.ts'

const [location = '', hosts = '1'] = process.argv.slice(2)
let kept = 0
try {
  const database = await openDatabase(location)
  for (; kept < Number(hosts); kept += 1) {
    await database.run('insert into hosts (host) values ($1)', [`${kept}.${'long-'.repeat(500)}example`])
  }
  console.log(`kept ${kept}`)
} catch (error) {
  console.log(`kept ${kept}, ${error instanceof StoreError ? error.code : String(error)}`)
}
