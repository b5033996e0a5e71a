import { PolicyError } from '@canonist/core'
import { AppError } from '../errors.ts'

/** Names the file where `make` finds a fault in its policy. */
export function namePolicyFile<T>(file: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    throw toBadPolicy(file, error)
  }
}

/** What is thrown instead where a policy has a fault; any other error stays as it is. */
export function toBadPolicy(file: string, error: unknown): unknown {
  if (!(error instanceof PolicyError)) return error
  return new AppError('app/bad-policy', { thing: file, message: `${file}: ${error.message}`, cause: error })
}
