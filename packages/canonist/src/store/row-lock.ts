import type { Dialect } from './database.ts'

/**
 * For the end of a select: its rows stay as they are until the transaction ends. Others may still add rows that refer to them.
 * SQLite has one writer, and needs no lock.
 */
export function formatRowLock(dialect: Dialect): string {
  return dialect === 'postgres' ? ' for no key update' : ''
}
