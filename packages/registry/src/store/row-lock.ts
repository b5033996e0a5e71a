import type { Dialect } from './database.ts'

/**
 * Ends a select so that it locks its rows until the transaction ends. Other transactions may still add rows that refer to them. SQLite has
 * one writer and needs no lock.
 */
export function formatRowLock(dialect: Dialect): string {
  return dialect === 'postgres' ? ' for no key update' : ''
}
