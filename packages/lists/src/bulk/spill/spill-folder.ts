import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { createWriteFailure, IoError, readSystemCode } from '../../io/errors.ts'
import { getProcessMark, hasEnded, isRunning } from '../../io/process-mark.ts'
import { isRegistered, registerTemporary, removeLeftover, unregisterTemporary } from '../../io/temporary-files.ts'

/** Where the temporary files of a run go, and how the same run is recognized when it is started again. */
export interface SpillPlace {
  /** The folder of temporary files. */
  readonly folder: string
  /** Equal for runs with the same inputs and options; null for a run that cannot be resumed, such as one that reads a pipe. */
  readonly identity: string | null
  /** When the machine was started, in milliseconds since 1970. State that was saved before may not have reached the disk. */
  readonly bootTime: number
  /** The absolute path of the file that the result replaces, if it is a file. */
  readonly output?: string | undefined
  /** Called with folders that interrupted runs have left. */
  readonly onStale?: ((paths: readonly string[]) => void) | undefined
}

const PREFIX = 'canonist-dedupe-'
const RANDOM_PREFIX = `${PREFIX}run-`
const STATE = 'state.json'
const LOCK = 'lock'
const OUTPUT = 'output'

/**
 * The folder of one run that does not fit into memory.
 *
 * A run that can be resumed has a folder that is named after its identity, and saves its state there. It is *held* while a process works
 * in it, *left* if that process was killed or failed, and gone after a success. A run that cannot be resumed, or whose folder is held by another
 * process, gets a folder with a random name, which is removed however the run ends, unless it is killed. Then a later run removes it, if it
 * can tell that the process has ended. Of a process of another machine or container only a person can, so such a folder is named instead. A
 * folder of a killed run with the same output is removed, too, even if that run could be resumed: its result would be replaced.
 *
 * Must never use a folder of another user: names in a shared folder can be guessed.
 */
export class SpillFolder {
  readonly path: string
  readonly isResumable: boolean

  /** Use `SpillFolder.open`. */
  constructor(path: string, isResumable: boolean) {
    this.path = path
    this.isResumable = isResumable
  }

  static open(place: SpillPlace): SpillFolder {
    const path = findOwnPath(place)
    const folder = path !== null && take(path) ? new SpillFolder(path, true) : createPrivate(place)
    if (place.output !== undefined)
      attemptWrite(folder.path, () => writeFileSync(folder.file(OUTPUT), place.output ?? ''))
    const stale = listStale(place, folder.path)
    removeUseless(place, stale)
    place.onStale?.(stale.filter((path) => existsSync(path)))
    return folder
  }

  /** Removes what killed runs with the same output have left, except what this run may resume. */
  static removeReplaced(place: SpillPlace): void {
    if (place.output !== undefined) removeUseless(place, listStale(place, findOwnPath(place)))
  }

  /** The state that a run with this identity has saved; null if there is none that can be used. */
  static readSaved(place: SpillPlace): unknown {
    const path = findOwnPath(place)
    if (path === null || !existsSync(join(path, STATE)) || isHeld(path)) return null
    try {
      rejectForeign(path)
      const saved = JSON.parse(readFileSync(join(path, STATE), 'utf8')) as { readonly savedAt?: number }
      return (saved.savedAt ?? 0) > place.bootTime ? saved : null
    } catch {
      // Whatever is wrong with it, the run starts over.
      return null
    }
  }

  /** A file in the folder. */
  file(name: string): string {
    return join(this.path, name)
  }

  /** Replaces the saved state in one step. It contains the key of the hash, so other users must not be able to read it. */
  save(state: object, now: number): void {
    if (!this.isResumable) return
    const temporary = this.file(`${STATE}.new`)
    attemptWrite(temporary, () => {
      writeFileSync(temporary, JSON.stringify({ ...state, savedAt: now }), { mode: 0o600 })
      renameSync(temporary, this.file(STATE))
    })
  }

  /**
   * After a success. The state goes first: if the process is killed before the rest is gone, the next run must start over instead of
   * resuming with files that are missing.
   */
  remove(): void {
    rmSync(this.file(STATE), { force: true })
    rmSync(this.path, { recursive: true, force: true })
    unregisterTemporary(this.path)
  }

  /** After a failure: a run that can be resumed keeps its files. */
  leave(): void {
    if (this.isResumable) rmSync(this.file(LOCK), { force: true })
    else this.remove()
  }
}

function findOwnPath({ folder, identity }: SpillPlace): string | null {
  return identity === null ? null : join(folder, `${PREFIX}${identity}`)
}

/** Makes the folder this process's own; false if another process works in it. */
function take(path: string): boolean {
  attemptWrite(path, () => {
    try {
      mkdirSync(path, { mode: 0o700 })
    } catch (error) {
      if (readSystemCode(error) !== 'EEXIST') throw error
    }
  })
  rejectForeign(path)
  if (isHeld(path)) return false
  rmSync(join(path, LOCK), { force: true })
  try {
    writeFileSync(join(path, LOCK), getProcessMark(), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    // Another process was faster.
    if (readSystemCode(error) === 'EEXIST') return false
    throw createWriteFailure(`cannot write the temporary folder ${path}`, error)
  }
}

function createPrivate({ folder }: SpillPlace): SpillFolder {
  const path = attemptWrite(folder, () => mkdtempSync(join(folder, RANDOM_PREFIX)))
  registerTemporary(path)
  attemptWrite(path, () => writeFileSync(join(path, LOCK), getProcessMark(), { flag: 'wx', mode: 0o600 }))
  return new SpillFolder(path, false)
}

/** Whether a process that still runs works in the folder. */
function isHeld(path: string): boolean {
  const file = join(path, LOCK)
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  return isRunning(pid)
}

function rejectForeign(path: string): void {
  const info = lstatSync(path)
  const isOwn = process.getuid === undefined || info.uid === process.getuid()
  if (info.isDirectory() && isOwn && (process.platform === 'win32' || (info.mode & 0o077) === 0)) return
  throw new IoError('io/not-writable', {
    thing: `cannot use the temporary folder ${path}`,
    says: 'It belongs to another user, or others may write to it.',
    fix: 'Remove it, or name another folder with --temp.',
  })
}

function removeUseless({ output }: SpillPlace, stale: readonly string[]): void {
  for (const path of stale) if (isUseless(path, output)) removeLeftover(path)
}

/** Whether the run in the folder cannot be resumed or has the same output, and its process has certainly ended. */
function isUseless(path: string, output: string | undefined): boolean {
  try {
    rejectForeign(path)
    const isReplaced =
      output !== undefined && existsSync(join(path, OUTPUT)) && readFileSync(join(path, OUTPUT), 'utf8') === output
    if (!isReplaced && !basename(path).startsWith(RANDOM_PREFIX)) return false
    return hasEnded(readFileSync(join(path, LOCK), 'utf8'))
  } catch {
    return false
  }
}

/** Folders of runs that ended early. */
function listStale({ folder }: SpillPlace, own: string | null): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => join(folder, name))
    .filter((path) => path !== own && !isRegistered(path) && isLeft(path))
}

function isLeft(path: string): boolean {
  try {
    // Another process may be creating a folder that has no lock yet.
    return (
      lstatSync(path).isDirectory() && (existsSync(join(path, STATE)) || existsSync(join(path, LOCK))) && !isHeld(path)
    )
  } catch {
    // It belongs to another user, or has been removed.
    return false
  }
}

function attemptWrite<T>(path: string, use: () => T): T {
  try {
    return use()
  } catch (error) {
    throw createWriteFailure(`cannot write the temporary folder ${path}`, error, 'Or name another folder with --temp.')
  }
}
