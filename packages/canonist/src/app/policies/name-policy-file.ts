import { PolicyError } from '@canonist/core'
import { AppError } from '../errors.ts'

/** Names the file where `make` finds a fault in its policy. */
export function namePolicyFile<T>(file: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (error instanceof PolicyError)
      throw new AppError('app/bad-policy', { thing: file, message: `${file}: ${error.message}`, cause: error })
    throw error
  }
}
