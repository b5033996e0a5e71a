import type { Registry, RegistryOptions } from '../registry/registry.ts'
import type { Environment } from './environment.ts'
import { useRegistry } from './use-registry.ts'

/** The same as `useRegistry` for who wants to change what is there: a name that was mistyped makes no new registry. */
export async function useExistingRegistry<T>(
  environment: Environment,
  flags: { readonly db: string | undefined },
  options: RegistryOptions,
  use: (registry: Registry) => Promise<T>,
): Promise<T> {
  return useRegistry(environment, flags, { ...options, mustExist: true }, use)
}
