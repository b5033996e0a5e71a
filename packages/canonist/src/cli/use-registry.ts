import { RunError } from '../io/run-error.ts'
import { openRegistry } from '../registry/open-registry.ts'
import { REGISTRY_ERRORS, RegistryError } from '../registry/registry-error.ts'
import type { Registry, RegistryOptions } from '../registry/registry.ts'
import { StoreError } from '../store/errors.ts'
import type { Environment } from './environment.ts'

interface RegistryFlags {
  readonly db: string | undefined
}

/** Opens the registry that the flags or the environment name, and closes it when `use` is done. */
export async function useRegistry<T>(
  { database, now }: Environment,
  { db }: RegistryFlags,
  options: RegistryOptions,
  use: (registry: Registry) => Promise<T>,
): Promise<T> {
  return withRunErrors(async () => {
    const registry = await openRegistry(db ?? database, { now, ...options })
    try {
      return await use(registry)
    } finally {
      await registry.close()
    }
  })
}

/** Does work on a database; its failures become errors of the run. */
export async function withRunErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw runErrorOf(error)
  }
}

/** What a registry or its database throws is told to people in one line; anything else is a defect. */
export function runErrorOf(error: unknown): unknown {
  if (error instanceof StoreError)
    return new RunError(error.message, error.code === 'store/bad-location' ? 2 : 3, error)
  if (error instanceof RegistryError)
    return new RunError(error.message, REGISTRY_ERRORS[error.code].isUsage ? 2 : 3, error)
  return error
}
