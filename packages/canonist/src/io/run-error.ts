import { shownName } from '../text/shown-name.ts'

/** 2: wrong usage or configuration; 3: could not run. */
export type FailureExitCode = 2 | 3

/** Ends the command: the message names the thing, the reason and the cure in one line. */
export class RunError extends Error {
  readonly exitCode: FailureExitCode

  constructor(message: string, exitCode: FailureExitCode, cause?: unknown) {
    super(message, { cause })
    this.name = 'RunError'
    this.exitCode = exitCode
  }
}

/** The reader of our output has gone (`canonist … | head -1`): nothing is wrong, and nobody is left to tell. */
export class OutputClosed extends Error {
  constructor() {
    super('the reader of the output has gone')
    this.name = 'OutputClosed'
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist; check the path',
  ENOTDIR: 'a part of its path is not a folder; check the path',
  EACCES: 'this user may not read it; change its permissions or run as its owner',
  EPERM: 'this user may not read it; change its permissions or run as its owner',
  EISDIR: 'it is a folder; name the files in it',
  ELOOP: 'its symbolic links lead in a circle; check where they point',
  EMFILE: 'too many files are open; raise the limit with ulimit -n',
  ENOSPC: 'the disk is full; free some space and run again',
  EDQUOT: 'the disk quota is used up; free some space and run again',
  EFBIG: 'the file would grow beyond what the file system or ulimit -f allows',
  EIO: 'the device reported an input/output error; check the disk',
  EROFS: 'the file system is read-only; write elsewhere',
}

/** The code of a system error (`ENOENT`), or '' for any other value. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}

/** Why the system refused, with the cure where there is one. */
export function reasonOf(error: unknown): string {
  const known = REASONS[codeOf(error)]
  if (known !== undefined) return known
  return error instanceof Error ? error.message : String(error)
}

const WRITE_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist; create it or check the path',
  EISDIR: 'it is a folder; name a file',
  EACCES: 'this user may not write it, or not in its folder; change their permissions or run as their owner',
  EPERM: 'this user may not write it, or not in its folder; change their permissions or run as their owner',
  EWRITEPROTECTED: 'it is write-protected; make it writable (chmod u+w) or name another file',
}

/** Why the system refused to write, with the fix where there is one. */
export function writeReasonOf(error: unknown): string {
  return WRITE_REASONS[codeOf(error)] ?? reasonOf(error)
}

export function cannotWrite(name: string, error: unknown): RunError {
  return new RunError(`cannot write ${shownName(name)}: ${writeReasonOf(error)}`, 3, error)
}

export function cannotRead(name: string, error: unknown): RunError {
  return new RunError(`cannot read ${shownName(name)}: ${reasonOf(error)}`, 3, error)
}
