import { RunError } from './run-error.ts'
import { REGISTRY_ERRORS, RegistryError } from '../registry/registry-error.ts'
import { StoreError } from '../store/errors.ts'

/** What a registry or its database throws is told to people in one line; anything else is a defect. */
export function runErrorOf(error: unknown): unknown {
  if (error instanceof StoreError)
    return new RunError(error.message, error.code === 'store/bad-location' ? 2 : 3, error)
  if (error instanceof RegistryError)
    return new RunError(error.message, REGISTRY_ERRORS[error.code].isUsage ? 2 : 3, error)
  return error
}
