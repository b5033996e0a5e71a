import { PolicyError } from '@canonist/core'
import { RunError } from './run-error.ts'

/** A fault that only admission sees is told like any other of the file. */
export function checkedPolicy<T>(file: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (error instanceof PolicyError) throw new RunError(`${file}: ${error.message}`, 2, error)
    throw error
  }
}
