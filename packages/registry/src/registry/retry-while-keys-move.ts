import type { Database } from '../store/database.ts'
import { readMoveMark } from './sql/runs.sql.ts'

const MAX_ATTEMPTS = 10

/**
 * Runs a query of several statements, and runs it again if a rekey or its undo moved pages meanwhile. Otherwise the first statement could
 * find a page before the move, and the next one its URLs after it.
 */
export async function retryWhileKeysMove<T>(database: Database, ask: () => Promise<T>): Promise<T> {
  let mark = await readMoveMark(database)
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask()
    const now = await readMoveMark(database)
    if (now === mark || attempt === MAX_ATTEMPTS) return answer
    mark = now
  }
}
