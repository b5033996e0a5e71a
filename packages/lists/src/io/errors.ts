import type { ErrorEntry } from '@canonist/core'
import { CodedError, type CodedErrorOptions } from '@canonist/core/internal/text/coded-error'
import { quoteEmpty } from '@canonist/core/internal/text/quote-empty'

/** Every way in which reading or writing can fail. `kind: 'usage'` marks input that was named but is of the wrong sort. */
export const IO_ERRORS = {
  'io/not-found': { kind: 'missing', retry: false, says: 'It does not exist.', fix: 'Check the path.' },
  'io/no-folder': {
    kind: 'missing',
    retry: false,
    says: 'Its folder does not exist.',
    fix: 'Create it, or check the path.',
  },
  'io/not-a-folder': {
    kind: 'missing',
    retry: false,
    says: 'A part of its path is not a folder.',
    fix: 'Check the path.',
  },
  'io/is-a-folder': { kind: 'invalid', retry: false, says: 'It is a folder.', fix: 'Name a file.' },
  'io/not-a-file': { kind: 'invalid', retry: false, says: 'It is neither a file nor a pipe.', fix: 'Name a file.' },
  'io/too-large': {
    kind: 'invalid',
    retry: false,
    says: 'It is larger than allowed.',
    fix: 'Check the path, or divide the file.',
  },
  'io/not-readable': {
    kind: 'unavailable',
    retry: false,
    says: 'This user may not read it.',
    fix: 'Change its permissions, or run as its owner.',
  },
  'io/not-writable': {
    kind: 'unavailable',
    retry: false,
    says: 'This user may not write it, or may not write to its folder.',
    fix: 'Change their permissions, or run as their owner.',
  },
  'io/write-protected': {
    kind: 'unavailable',
    retry: false,
    says: 'It is write-protected.',
    fix: 'Make it writable (chmod u+w), or name another file.',
  },
  'io/read-only': {
    kind: 'unavailable',
    retry: false,
    says: 'The file system is read-only.',
    fix: 'Write to another file system.',
  },
  'io/link-loop': {
    kind: 'invalid',
    retry: false,
    says: 'Its symbolic links form a loop.',
    fix: 'Check where they point.',
  },
  'io/too-many-files': {
    kind: 'unavailable',
    retry: true,
    says: 'Too many files are open.',
    fix: 'Raise the limit with ulimit -n.',
  },
  'io/disk-full': {
    kind: 'unavailable',
    retry: true,
    says: 'The disk is full.',
    fix: 'Free some space and run again.',
  },
  'io/quota-full': {
    kind: 'unavailable',
    retry: true,
    says: 'The disk quota is used up.',
    fix: 'Free some space and run again.',
  },
  'io/file-too-large': {
    kind: 'unavailable',
    retry: false,
    says: 'The file would grow beyond the limit of the file system or of ulimit -f.',
    fix: 'Raise the limit, or write to another file system.',
  },
  'io/device-error': {
    kind: 'unavailable',
    retry: true,
    says: 'The device reported an input/output error.',
    fix: 'Check the disk.',
  },
  'io/failed': {
    kind: 'unavailable',
    retry: false,
    says: 'The system reported an error.',
    fix: 'Check the file and its folder, then run again.',
  },
  'io/output-closed': {
    kind: 'unavailable',
    retry: false,
    says: 'The program that reads the output has stopped.',
    fix: 'Nothing needs to be done.',
  },
  'io/damaged': {
    kind: 'invalid',
    retry: false,
    says: 'Its compressed data is damaged.',
    fix: 'Fetch or write the file again.',
  },
  'io/unsupported': {
    kind: 'invalid',
    retry: false,
    says: 'It uses a part of its format that cannot be read.',
    fix: 'Write it in another way, or as CSV or JSON lines.',
  },
  'io/bad-row': { kind: 'invalid', retry: false, says: 'A row cannot be read.', fix: 'Correct it, and run again.' },
  'io/binary': {
    kind: 'usage',
    retry: false,
    says: 'It is not text.',
    fix: 'Convert it to text, CSV or JSON lines.',
  },
  'io/no-column': {
    kind: 'usage',
    retry: false,
    says: 'The table does not have the named column.',
    fix: 'Name one of its columns.',
  },
  'io/column-twice': {
    kind: 'usage',
    retry: false,
    says: 'The table has several columns with the named name.',
    fix: 'Name one of them by its number.',
  },
  'io/not-urls': {
    kind: 'usage',
    retry: false,
    says: 'The named column cannot hold URLs.',
    fix: 'Name a column of text with --column.',
  },
  'io/column-taken': {
    kind: 'usage',
    retry: false,
    says: 'The table already has a column with that name.',
    fix: 'Give another name with --into.',
  },
  'io/other-columns': {
    kind: 'usage',
    retry: false,
    says: 'Its columns differ from those of the previous file.',
    fix: 'Run the files one by one.',
  },
} as const satisfies Record<string, ErrorEntry>

export type IoErrorCode = keyof typeof IO_ERRORS

/** A file, a list or the output could not be read or written. `cause` is the error of the system, if there is one. */
export class IoError extends CodedError<IoErrorCode> {
  override readonly name: string = 'IoError'

  constructor(code: IoErrorCode, options?: CodedErrorOptions) {
    super(IO_ERRORS, code, options)
  }
}

/** The reader of our output has closed it (`canonist … | head -1`). This is not a failure, and nothing is reported. */
export class OutputClosed extends IoError {
  override readonly name = 'OutputClosed'

  constructor(cause?: unknown) {
    super('io/output-closed', { cause })
  }
}

/** The codes of the system that have a row of their own. */
const CODE_BY_SYSTEM_CODE: Readonly<Record<string, IoErrorCode>> = {
  ENOENT: 'io/not-found',
  ENOTDIR: 'io/not-a-folder',
  EACCES: 'io/not-readable',
  EPERM: 'io/not-readable',
  EISDIR: 'io/is-a-folder',
  ELOOP: 'io/link-loop',
  EMFILE: 'io/too-many-files',
  ENOSPC: 'io/disk-full',
  EDQUOT: 'io/quota-full',
  EFBIG: 'io/file-too-large',
  EIO: 'io/device-error',
  EROFS: 'io/read-only',
}

/** Codes of the system that mean something else when a file is written. */
const WRITE_CODE_BY_SYSTEM_CODE: Readonly<Record<string, IoErrorCode>> = {
  ENOENT: 'io/no-folder',
  EACCES: 'io/not-writable',
  EPERM: 'io/not-writable',
}

/** The code of a system error (`ENOENT`), or '' for any other value. */
export function readSystemCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}

/** `name` cannot be read, because of an error of the system. */
export function createReadError(name: string, cause: unknown): IoError {
  return createReadFailure(`cannot read ${quoteEmpty(name)}`, cause)
}

/** Like `createReadError`; `thing` names the attempt. */
export function createReadFailure(thing: string, cause: unknown): IoError {
  const code = CODE_BY_SYSTEM_CODE[readSystemCode(cause)] ?? 'io/failed'
  const fix = code === 'io/is-a-folder' ? 'Name the files in it.' : undefined
  return createSystemError(code, { thing, fix, cause })
}

/** `name` cannot be written, because of an error of the system. */
export function createWriteError(name: string, cause: unknown): IoError {
  return createWriteFailure(`cannot write ${quoteEmpty(name)}`, cause)
}

/** Like `createWriteError`; `thing` names the attempt, and `hint` adds to the fix. */
export function createWriteFailure(thing: string, cause: unknown, hint?: string): IoError {
  const system = readSystemCode(cause)
  const code = WRITE_CODE_BY_SYSTEM_CODE[system] ?? CODE_BY_SYSTEM_CODE[system] ?? 'io/failed'
  const fix = hint === undefined ? undefined : `${IO_ERRORS[code].fix} ${hint}`
  return createSystemError(code, { thing, fix, cause })
}

function createSystemError(code: IoErrorCode, options: CodedErrorOptions): IoError {
  if (code !== 'io/failed') return new IoError(code, options)
  const { cause } = options
  return new IoError('io/failed', { ...options, detail: cause instanceof Error ? cause.message : String(cause) })
}

/** Use with `catch`: failures of the system while `path` is written become `IoError`s. */
export function rethrowAsWriteError(path: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof IoError ? error : createWriteError(path, error)
  }
}

/** The result should go into a column that `name` has already. */
export function createTakenError(name: string, column: string): IoError {
  const flag = column === 'key' ? '--key' : column === 'error' ? '--into' : null
  return new IoError('io/column-taken', {
    thing: name,
    says: `It has a column ${quoteEmpty(column)} already.`,
    fix: flag === null ? undefined : `Rename it, or leave out ${flag}.`,
  })
}
