// The names of temporary files, and what earlier runs have left under such names: after SIGKILL or a power cut a file named
// `.NAME.PROCESS.RANDOM.tmp` stays behind, until the next run with the same output finds that its process has ended.
import { basename, dirname, join } from 'node:path'
import { lstatSync, readdirSync } from './node-fs.ts'
import { getProcessMark, hasEnded, PROCESS_MARK } from './process-mark.ts'
import { removeLeftover } from './temporary-files.ts'

/** A name has at most 255 bytes, and a UTF-16 unit takes up to three. */
const SHOWN_UNITS = 60

/** An unpredictable name beside `path`, so that an attacker cannot put a link there beforehand. */
export function createTemporaryName(path: string): string {
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('hex')
  return join(dirname(path), `${formatPrefix(path)}${getProcessMark()}.${random}.tmp`)
}

const formatPrefix = (path: string): string => `.${basename(path).slice(0, SHOWN_UNITS)}.`

const OWN_PART = new RegExp(String.raw`^(${PROCESS_MARK})\.[\da-f]{24}\.tmp$`)

/**
 * Removes the temporary files of `path` that killed runs have left. Must never remove a file of a run that may still work, or of another user: what is
 * not certain stays.
 */
export function removeLeftovers(path: string): void {
  const prefix = formatPrefix(path)
  for (const name of listNames(dirname(path))) {
    const mark = name.startsWith(prefix) ? OWN_PART.exec(name.slice(prefix.length))?.[1] : undefined
    if (mark === undefined || !hasEnded(mark)) continue
    const leftover = join(dirname(path), name)
    if (isOwnFile(leftover)) removeLeftover(leftover)
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isOwnFile(path: string): boolean {
  const info = lstatSync(path, { throwIfNoEntry: false })
  return info?.isFile() === true && info.uid === process.getuid?.()
}
