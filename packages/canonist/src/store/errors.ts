import type { ErrorEntry } from '@canonist/core'
import { CodedError, type CodedErrorOptions } from '../text/coded-error.ts'

/** Every way in which a database can fail. Nothing here is the fault of the caller, except a location that names no database. */
export const STORE_ERRORS = {
  'store/bad-location': {
    kind: 'usage',
    retry: false,
    says: 'This does not say where a database is.',
    fix: 'Name a file, sqlite:PATH, or postgres://USER@HOST/DATABASE.',
  },
  'store/missing': {
    kind: 'unavailable',
    retry: false,
    says: 'There is no database here.',
    fix: 'Check the name, or make one by adding something to it.',
  },
  'store/empty': {
    kind: 'unavailable',
    retry: false,
    says: 'The database exists, but it holds no registry yet.',
    fix: 'Add URLs to it first (canonist add), or check its name and search_path.',
  },
  'store/no-schema': {
    kind: 'unavailable',
    retry: false,
    says: 'The search_path names no schema that exists and that this user may use.',
    fix: 'Create it (create schema NAME), grant USAGE on it, or change search_path.',
  },
  'store/cannot-open': {
    kind: 'unavailable',
    retry: false,
    says: 'The file cannot be opened.',
    fix: 'Check that its folder exists, that it is a file, and that you may read and write both.',
  },
  'store/read-only': {
    kind: 'unavailable',
    retry: false,
    says: 'The database may only be read.',
    fix: 'Make the file and its folder writable for you, or name another database.',
  },
  'store/locked': {
    kind: 'busy',
    retry: true,
    says: 'Another process has been writing to it all the time that was waited.',
    fix: 'Try again when it is done, or end it.',
  },
  'store/disk-full': {
    kind: 'unavailable',
    retry: true,
    says: 'There is no room left on the disk; nothing of this step was written.',
    fix: 'Make room and run the same again.',
  },
  'store/disk-error': {
    kind: 'unavailable',
    // SQLite also says this where a quota is used up, or a file may not grow.
    retry: true,
    says: 'The disk or the file system reports an error; nothing of this step was written.',
    fix: 'Check the disk, then run the same again.',
  },
  'store/file-gone': {
    kind: 'unavailable',
    retry: false,
    says: 'The file was removed or replaced while it was open; this step is not written.',
    fix: 'Put the file back, or run the same again from the beginning.',
  },
  'store/not-a-database': {
    kind: 'unavailable',
    retry: false,
    says: 'The file is not an SQLite database.',
    fix: 'Check the name; what is there is left as it is.',
  },
  'store/corrupt': {
    kind: 'unavailable',
    retry: false,
    says: 'The file is damaged.',
    fix: 'Restore a backup or a published copy; keep the damaged file until that is done.',
  },
  'store/other-program': {
    kind: 'unavailable',
    retry: false,
    says: 'The database holds the tables of another program.',
    fix: 'Name another database; what is there is left as it is.',
  },
  'store/newer-schema': {
    kind: 'unavailable',
    retry: false,
    says: 'A newer version of canonist has written to this database.',
    fix: 'Install that version, or restore a backup from before.',
  },
  'store/older-schema': {
    kind: 'unavailable',
    retry: false,
    says: 'The database was made by an older version of canonist and may only be read here.',
    fix: 'Open it once for writing, which brings it up to date, or publish it anew.',
  },
  'store/changed-schema': {
    kind: 'unavailable',
    retry: false,
    says: 'The schema of the database is not one that was ever released.',
    fix: 'Use the build that made it, or make a new database and add everything again.',
  },
  'store/encoding': {
    kind: 'unavailable',
    retry: false,
    says: 'The database does not keep its text as UTF-8, so that URLs could be lost.',
    fix: "Make one that does: create database NAME encoding 'UTF8' template template0.",
  },
  'store/unreachable': {
    kind: 'unavailable',
    retry: true,
    says: 'The database server cannot be reached.',
    fix: 'Check that it runs and that host and port are right.',
  },
  'store/connection-lost': {
    kind: 'unavailable',
    retry: true,
    says: 'The database server broke off the connection; nothing of this step is known to be written.',
    fix: 'Run the same again when the server is back.',
  },
  'store/denied': {
    kind: 'unavailable',
    retry: false,
    says: 'The database does not let this user in, or not do this.',
    fix: 'Check the user, the password and the rights that were granted.',
  },
  'store/no-such-database': {
    kind: 'unavailable',
    retry: false,
    says: 'The server has no database of this name.',
    fix: 'Check the name, or make it: create database NAME.',
  },
  'store/busy': {
    kind: 'busy',
    retry: true,
    says: 'The database server takes no more connections, or is too busy.',
    fix: 'Try again later, give each process fewer (?max=5 in the URL), or raise max_connections or the limit of the role.',
  },
  'store/timeout': {
    kind: 'busy',
    retry: true,
    says: 'A statement took longer than the server lets this user’s statements take, or somebody ended it.',
    fix: 'Try again when less is going on, or raise statement_timeout.',
  },
  'store/conflict': {
    kind: 'busy',
    retry: true,
    says: 'Others kept changing the same rows; nothing of this step was written.',
    fix: 'Run the same again.',
  },
  'store/duplicate': {
    kind: 'bug',
    retry: false,
    says: 'There is a row with this key already.',
    fix: 'This is a fault of the program; please report it.',
  },
  'store/closed': {
    kind: 'bug',
    retry: false,
    says: 'The database has been closed.',
    fix: 'Open it again.',
  },
  'store/failed': {
    kind: 'bug',
    retry: false,
    says: 'The database reports an error.',
    fix: 'This is a fault of the program; please report it.',
  },
} as const satisfies Record<string, ErrorEntry>

export type StoreErrorCode = keyof typeof STORE_ERRORS

/**
 * The database failed: which one, why, and what to do.
 *
 * @example new StoreError('store/locked', 'canonist.db').message // '"canonist.db": Another process has been …'
 */
export class StoreError extends CodedError<StoreErrorCode> {
  override readonly name = 'StoreError'

  constructor(code: StoreErrorCode, database: string, options: Omit<CodedErrorOptions, 'thing'> = {}) {
    super(STORE_ERRORS, code, { ...options, thing: JSON.stringify(database) })
  }
}
