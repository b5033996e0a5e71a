// Tests write hundreds of databases that are gone a moment later. Where the machine has a folder in memory with room enough, they are
// written there: a disk takes several times the processor time for the same files. A TMPDIR that is already set stays.
import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = '/dev/shm'
const ROOM = 6 * 2 ** 30

function isSuitable() {
  try {
    const { bavail, bsize } = statfsSync(FOLDER)
    // A container may be given less memory than the folder may hold.
    return bavail * bsize >= ROOM && process.availableMemory() >= ROOM && mayExecute()
  } catch {
    return false
  }
}

/** Some tests start programs that they have written; containers may forbid that there. */
function mayExecute() {
  const folder = mkdtempSync(join(FOLDER, 'canonist-'))
  try {
    const program = join(folder, 'program')
    writeFileSync(program, '', { mode: 0o755 })
    accessSync(program, constants.X_OK)
    return true
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (process.env.TMPDIR === undefined && isSuitable()) process.env.TMPDIR = FOLDER
