import { Buffer } from 'node:buffer'
import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The files that SQLite keeps beside a database while it is in use. */
const COMPANIONS = ['-wal', '-shm', '-journal']

export const toLogPath = (path: string): string => `${path}-wal`

export const toJournalPath = (path: string): string => `${path}-journal`

/**
 * Describes what keeps an SQLite file from being used: missing permissions, or something else in the place of its log. Undefined if that
 * is not the problem.
 */
export function describeAccessProblem(path: string): string | undefined {
  const folder = dirname(path)
  if (!existsSync(folder)) return `folder ${folder} does not exist`
  const companions = COMPANIONS.map((suffix) => `${path}${suffix}`)
  const blocking = companions.find((companion) => describeFileKind(companion) !== undefined)
  if (blocking !== undefined) return `${blocking}, where SQLite keeps a log, is ${describeFileKind(blocking)}`
  const missing = [
    ...(hasAccess(path, constants.R_OK) ? [] : ['read it']),
    ...(hasAccess(path, constants.W_OK) ? [] : ['write to it']),
    ...(hasAccess(folder, constants.W_OK) ? [] : [`write to its folder ${folder}, where SQLite keeps a log`]),
    ...companions
      .filter((companion) => !hasAccess(companion, READ_WRITE))
      .map((log) => `read and write its log ${log}`),
  ]
  return missing.length === 0 ? undefined : `you have no permission to ${missing.join(' or to ')}`
}

const READ_WRITE = constants.R_OK | constants.W_OK

/** Describes what a path leads to if that is not a regular file: undefined for a file, and if there is nothing. */
export function describeFileKind(path: string): string | undefined {
  const info = statSync(path, { throwIfNoEntry: false })
  if (info === undefined || info.isFile()) return undefined
  if (info.isDirectory()) return 'a folder'
  return info.isFIFO() ? 'a pipe' : info.isSocket() ? 'a socket' : 'a device'
}

/** A missing file counts as accessible. */
function hasAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}

/** Whether the permissions of the folder keep SQLite from creating its log beside the file. */
export function isInReadOnlyFolder(path: string): boolean {
  return !hasAccess(dirname(path), constants.W_OK)
}

/**
 * Reads a stamp that changes when the file does; null if the file is missing, its log has data that is not in the file yet, or a journal has
 * data that is still to be put back. SQLite can read a file without a log only if it is told that the file does not change.
 */
export function readStamp(path: string): string | null {
  const info = statSync(path, { throwIfNoEntry: false })
  const hasUnfinished = [toLogPath(path), toJournalPath(path)].some((companion) => readSize(companion) > 0)
  return info === undefined || hasUnfinished ? null : `${info.mtimeMs} ${info.size}`
}

/** 0 if there is no such file, or something else in its place. */
function readSize(path: string): number {
  const info = statSync(path, { throwIfNoEntry: false })
  return info?.isFile() === true ? info.size : 0
}

/** https://www.sqlite.org/fileformat.html#the_rollback_journal */
const JOURNAL_START = 'd9d505f920a163d7'

/** Whether a file is a rollback journal of SQLite. */
export const isJournal = (path: string): boolean => readBytes(path, 0, 8)?.toString('hex') === JOURNAL_START

/**
 * Whether a file and its journal are what an interrupted creation left behind. The file has no tables, and undoing the unfinished step
 * empties it, so SQLite may do that.
 */
export function isUnfinishedCreation(path: string): boolean {
  const journal = toJournalPath(path)
  const pagesBefore = isJournal(journal) ? readBytes(journal, 16, 4)?.readUInt32BE() : undefined
  const schema = pagesBefore === 0 ? readBytes(path, 100, 5) : null
  // The first page is a leaf of the table of tables, and has no cells: https://www.sqlite.org/fileformat.html#b_tree_pages
  return schema !== null && schema.readUInt8() === 13 && schema.readUInt16BE(3) === 0
}

/** https://www.sqlite.org/fileformat.html#application_id */
const APPLICATION_ID_OFFSET = 68

/** Reads the application id in the file itself, whatever a log beside it says; null if it cannot be read. */
export const readStoredApplicationId = (path: string): number | null =>
  readBytes(path, APPLICATION_ID_OFFSET, 4)?.readInt32BE() ?? null

/** Null if the file cannot be read, or is too short. */
function readBytes(path: string, offset: number, length: number): Buffer | null {
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(length)
      return readSync(file, bytes, 0, length, offset) === length ? bytes : null
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}
