interface StoreTrouble {
  readonly says: string
  readonly cure: string
}

/** Every way in which a database can fail us: what it says, and what to do about it. */
export const STORE_ERRORS = {
  'store/bad-location': {
    says: 'This does not say where a database is.',
    cure: 'Name a file, sqlite:PATH, or postgres://USER@HOST/DATABASE.',
  },
  'store/missing': {
    says: 'There is no database here.',
    cure: 'Check the name, or make one by adding something to it.',
  },
  'store/empty': {
    says: 'The database exists, but it holds no registry yet.',
    cure: 'Add URLs to it first (canonist add), or check its name and search_path.',
  },
  'store/no-schema': {
    says: 'The search_path names no schema that exists and that this user may use.',
    cure: 'Create it (create schema NAME), grant USAGE on it, or change search_path.',
  },
  'store/cannot-open': {
    says: 'The file cannot be opened.',
    cure: 'Check that its folder exists, that it is a file, and that you may read and write both.',
  },
  'store/read-only': {
    says: 'The database may only be read.',
    cure: 'Make the file and its folder writable for you, or name another database.',
  },
  'store/locked': {
    says: 'Another process has been writing to it all the time that was waited.',
    cure: 'Try again when it is done, or end it.',
  },
  'store/disk-full': {
    says: 'There is no room left on the disk; nothing of this step was written.',
    cure: 'Make room and run the same again.',
  },
  'store/disk-error': {
    says: 'The disk or the file system reports an error; nothing of this step was written.',
    cure: 'Check the disk, then run the same again.',
  },
  'store/file-gone': {
    says: 'The file was removed or replaced while it was open; this step is not written.',
    cure: 'Put the file back, or run the same again from the beginning.',
  },
  'store/not-a-database': {
    says: 'The file is not an SQLite database.',
    cure: 'Check the name; what is there is left as it is.',
  },
  'store/corrupt': {
    says: 'The file is damaged.',
    cure: 'Restore a backup or a published copy; keep the damaged file until that is done.',
  },
  'store/other-program': {
    says: 'The database holds the tables of another program.',
    cure: 'Name another database; what is there is left as it is.',
  },
  'store/newer-schema': {
    says: 'A newer version of canonist has written to this database.',
    cure: 'Install that version, or restore a backup from before.',
  },
  'store/older-schema': {
    says: 'The database was made by an older version of canonist and may only be read here.',
    cure: 'Open it once for writing, which brings it up to date, or publish it anew.',
  },
  'store/changed-schema': {
    says: 'The schema of the database is not one that was ever released.',
    cure: 'Use the build that made it, or make a new database and add everything again.',
  },
  'store/encoding': {
    says: 'The database does not keep its text as UTF-8, so that URLs could be lost.',
    cure: "Make one that does: create database NAME encoding 'UTF8' template template0.",
  },
  'store/unreachable': {
    says: 'The database server cannot be reached.',
    cure: 'Check that it runs and that host and port are right.',
  },
  'store/connection-lost': {
    says: 'The database server broke off the connection; nothing of this step is known to be written.',
    cure: 'Run the same again when the server is back.',
  },
  'store/denied': {
    says: 'The database does not let this user in, or not do this.',
    cure: 'Check the user, the password and the rights that were granted.',
  },
  'store/no-such-database': {
    says: 'The server has no database of this name.',
    cure: 'Check the name, or make it: create database NAME.',
  },
  'store/busy': {
    says: 'The database server takes no more connections, or is too busy.',
    cure: 'Try again later, give each process fewer (?max=5 in the URL), or raise max_connections or the limit of the role.',
  },
  'store/timeout': {
    says: 'A statement took longer than the server lets this user’s statements take, or somebody ended it.',
    cure: 'Try again when less is going on, or raise statement_timeout.',
  },
  'store/conflict': {
    says: 'Others kept changing the same rows; nothing of this step was written.',
    cure: 'Run the same again.',
  },
  'store/duplicate': {
    says: 'There is a row with this key already.',
    cure: 'This is a fault of the program; please report it.',
  },
  'store/closed': {
    says: 'The database has been closed.',
    cure: 'Open it again.',
  },
  'store/failed': {
    says: 'The database reports an error.',
    cure: 'This is a fault of the program; please report it.',
  },
} as const satisfies Record<string, StoreTrouble>

export type StoreErrorCode = keyof typeof STORE_ERRORS

/**
 * The database failed: which one, why, and what to do.
 *
 * @example new StoreError('store/locked', 'canonist.db').message // '"canonist.db": Another process has been …'
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, database: string, options: StoreErrorOptions = {}) {
    const { says, cure, detail, ...rest } = { ...STORE_ERRORS[code], ...options }
    super(`${JSON.stringify(database)}: ${says}${detail === undefined ? '' : ` (${detail})`} ${cure}`, rest)
    this.code = code
  }
}

export interface StoreErrorOptions {
  /** Stands between the problem and the fix. */
  readonly detail?: string | undefined
  /** In place of the words of the table, where more is known. */
  readonly says?: string
  readonly cure?: string
  readonly cause?: unknown
}
