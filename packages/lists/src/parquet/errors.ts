import { IoError } from '../io/errors.ts'
import { quoteEmpty } from '@canonist/core/internal/text/quote-empty'

/** The bytes of a Parquet file do not follow its format. */
export function createDamageError(name: string, problem: string, cause?: unknown): IoError {
  return new IoError('io/damaged', {
    thing: `cannot read ${quoteEmpty(name)}`,
    says: `Its Parquet data is damaged (${problem}).`,
    cause,
  })
}

/** The file is valid, but uses a part of the format that Canonist does not support. */
export function createUnsupportedError(name: string, says: string, fix: string): IoError {
  return new IoError('io/unsupported', { thing: `cannot read ${quoteEmpty(name)}`, says, fix })
}

/** Runs a step of the library; if it throws, the file is damaged. */
export function decode<T>(name: string, step: () => T): T {
  try {
    return step()
  } catch (error) {
    if (error instanceof IoError) throw error
    throw createDamageError(name, error instanceof Error ? error.message : String(error), error)
  }
}
