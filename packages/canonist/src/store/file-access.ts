import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Why this user cannot have a file of SQLite, for people; undefined where rights are not to blame. */
export function accessTrouble(path: string): string | undefined {
  const folder = dirname(path)
  if (!existsSync(folder)) return `there is no folder ${folder}`
  const deeds = [
    ...(mayDo(path, constants.R_OK) ? [] : ['read it']),
    ...(mayDo(path, constants.W_OK) ? [] : ['write to it']),
    ...(mayDo(folder, constants.W_OK) ? [] : [`write to its folder ${folder}, where SQLite keeps a log beside it`]),
  ]
  return deeds.length === 0 ? undefined : `this user may not ${deeds.join(', and not ')}`
}

/** What is not there is not in the way. */
function mayDo(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}

/**
 * Of a file that lies in a folder where SQLite cannot make its log, and that nobody is writing to: what tells whether it is
 * still the same. Null of any other. SQLite reads such a file only if it is told that it will not change.
 */
export function stampOfFrozen(path: string): string | null {
  const info = statSync(path, { throwIfNoEntry: false })
  const isFrozen = info !== undefined && !existsSync(`${path}-wal`) && !mayDo(dirname(path), constants.W_OK)
  return isFrozen ? `${info.mtimeMs} ${info.size}` : null
}
