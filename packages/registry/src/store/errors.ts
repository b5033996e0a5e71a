import type { ErrorEntry } from '@canonist/core'
import { CodedError, type CodedErrorOptions } from '@canonist/core/internal/text/coded-error'

/** All errors of the store. Only `store/bad-location` is a mistake of the caller. */
export const STORE_ERRORS = {
  'store/bad-location': {
    kind: 'usage',
    retry: false,
    says: 'This is not a database location.',
    fix: 'Pass a file, sqlite:PATH, or postgres://USER@HOST/DATABASE.',
  },
  'store/missing': {
    kind: 'unavailable',
    retry: false,
    says: 'The database does not exist.',
    fix: 'Check the name, or create the database by adding URLs to it (canonist add).',
  },
  'store/empty': {
    kind: 'unavailable',
    retry: false,
    says: 'The database exists, but has no registry yet.',
    fix: 'Add URLs to it first (canonist add), or check its name and search_path.',
  },
  'store/no-schema': {
    kind: 'unavailable',
    retry: false,
    says: 'The search_path names no schema that exists and that this user may use.',
    fix: 'Create the schema (create schema NAME), grant USAGE on it, or change search_path.',
  },
  'store/cannot-open': {
    kind: 'unavailable',
    retry: false,
    says: 'The file cannot be opened.',
    fix: 'Check that its folder exists, that it is a regular file, and that you may read and write both.',
  },
  'store/read-only': {
    kind: 'unavailable',
    retry: false,
    says: 'The database is read-only.',
    fix: 'Make the file and its folder writable for your user, or use another database.',
  },
  'store/locked': {
    kind: 'busy',
    retry: true,
    says: 'Another process kept writing to the database until the wait timed out.',
    fix: 'Try again when that process is done, or stop it.',
  },
  'store/disk-full': {
    kind: 'unavailable',
    retry: true,
    says: 'The disk is full, so this step was not written.',
    fix: 'Free some space and run the same command again.',
  },
  'store/disk-error': {
    kind: 'unavailable',
    // SQLite also reports this when a quota is used up or the file may not grow.
    retry: true,
    says: 'The disk or the file system reported an error, so this step was not written.',
    fix: 'Check the disk, then run the same command again.',
  },
  'store/file-gone': {
    kind: 'unavailable',
    retry: false,
    says: 'The file was removed or replaced while it was open, so this step was not written.',
    fix: 'Put the file back, or run the same command again from the beginning.',
  },
  'store/not-a-database': {
    kind: 'unavailable',
    retry: false,
    says: 'The file is not an SQLite database.',
    fix: 'Check the name. The file was not changed.',
  },
  'store/corrupt': {
    kind: 'unavailable',
    retry: false,
    says: 'The file is damaged.',
    fix: 'Restore a backup. Keep the damaged file until that is done.',
  },
  'store/other-program': {
    kind: 'unavailable',
    retry: false,
    says: 'The database has tables of another program.',
    fix: 'Use another database. This one was not changed.',
  },
  'store/leftover-journal': {
    kind: 'unavailable',
    retry: false,
    says: 'A program was interrupted while it changed the database: its rollback journal still lies beside the file.',
    fix: 'Copy both files, then open the database once with sqlite3, which undoes the unfinished step. If the journal is that of another database, move it away instead.',
  },
  'store/foreign-log': {
    kind: 'unavailable',
    retry: false,
    says: 'The log beside the file is that of another database.',
    fix: 'Move the log away: SQLite would read it as part of this file.',
  },
  'store/newer-schema': {
    kind: 'unavailable',
    retry: false,
    says: 'A newer version of canonist has written to this database.',
    fix: 'Install that version, or restore an older backup.',
  },
  'store/older-schema': {
    kind: 'unavailable',
    retry: false,
    says: 'An older version of canonist created this database, and it is opened read-only.',
    fix: 'Open it once for writing to upgrade it, or publish it again.',
  },
  'store/changed-schema': {
    kind: 'unavailable',
    retry: false,
    says: 'The schema of the database does not match any release of canonist.',
    fix: 'Use the build that created it, or create a new database and add everything again.',
  },
  'store/encoding': {
    kind: 'unavailable',
    retry: false,
    says: 'The database does not store text as UTF-8, so URLs could be damaged.',
    fix: "Create one that does: create database NAME encoding 'UTF8' template template0.",
  },
  'store/unreachable': {
    kind: 'unavailable',
    retry: true,
    says: 'The database server cannot be reached.',
    fix: 'Check that it is running, and that host and port are right.',
  },
  'store/connection-lost': {
    kind: 'unavailable',
    retry: true,
    says: 'The database server closed the connection. This step may not have been written.',
    fix: 'Run the same command again when the server is back.',
  },
  'store/denied': {
    kind: 'unavailable',
    retry: false,
    says: 'The database refused access to this user.',
    fix: 'Check the user name, the password and the granted permissions.',
  },
  'store/no-such-database': {
    kind: 'unavailable',
    retry: false,
    says: 'The server has no database with this name.',
    fix: 'Check the name, or create the database: create database NAME.',
  },
  'store/busy': {
    kind: 'busy',
    retry: true,
    says: 'The database server accepts no more connections, or is overloaded.',
    fix: 'Try again later, give each process fewer connections (?max=5 in the URL), or raise max_connections or the limit of the role.',
  },
  'store/timeout': {
    kind: 'busy',
    retry: true,
    says: 'A statement exceeded statement_timeout, or an administrator canceled it.',
    fix: 'Try again when the server is less busy, or raise statement_timeout.',
  },
  'store/conflict': {
    kind: 'busy',
    retry: true,
    says: 'Other processes kept changing the same rows, so this step was not written.',
    fix: 'Run the same command again.',
  },
  'store/duplicate': {
    kind: 'bug',
    retry: false,
    says: 'A row with this key already exists.',
    fix: 'This is a bug in canonist. Please report it.',
  },
  'store/closed': {
    kind: 'bug',
    retry: false,
    says: 'The database is closed.',
    fix: 'Open it again.',
  },
  'store/failed': {
    kind: 'bug',
    retry: false,
    says: 'The database reported an error.',
    fix: 'This is a bug in canonist. Please report it.',
  },
} as const satisfies Record<string, ErrorEntry>

export type StoreErrorCode = keyof typeof STORE_ERRORS

/**
 * Thrown when the database fails. The message names the database, the problem and the fix.
 *
 * @example new StoreError('store/locked', 'canonist.db').message // '"canonist.db": Another process kept writing …'
 */
export class StoreError extends CodedError<StoreErrorCode> {
  override readonly name = 'StoreError'

  constructor(code: StoreErrorCode, database: string, options: Omit<CodedErrorOptions, 'thing'> = {}) {
    super(STORE_ERRORS, code, { ...options, thing: JSON.stringify(database) })
  }
}
