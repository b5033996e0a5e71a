// A process that writes a file: write-until-told.ts PATH, or PATH fill|wait|command|exit to stop on the way.
import { setTimeout } from 'node:timers/promises'
import { readEnvironment } from 'canonist/internal/cli/environment'
import { writeAtomically } from '../../../src/io/write-atomically.ts'
import { IoError } from '../../../src/io/errors.ts'

const MEBIBYTE = Buffer.alloc(1 << 20)
// The shell scripts of the tests put the path last, or a word behind it.
const [path = '', how = 'write'] = process.argv.slice(2)

// As `main` does.
if (how === 'command') process.on('SIGINT', () => readEnvironment(process, []).endInterrupted())

await writeAtomically(path, async (write) => {
  await write(Buffer.from('written'))
  if (how === 'fill') for (let times = 0; times < 4; times += 1) await write(MEBIBYTE)
  if (how === 'exit') process.exit(7)
  if (how === 'wait' || how === 'command') {
    console.log('waiting')
    await setTimeout(60_000)
  }
}).catch((error: unknown) => {
  if (!(error instanceof IoError)) throw error
  console.log(`${error.name} ${error.code}`)
})
