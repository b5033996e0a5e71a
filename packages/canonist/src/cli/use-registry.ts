import type { Registry, RegistryOptions } from '../registry/registry.ts'
import type { Environment } from './environment.ts'
import { withCanonist } from './with-canonist.ts'

/** Opens the registry that the flags or the environment name, and closes it when `use` is done. */
export function useRegistry<T>(
  environment: Environment,
  flags: { readonly db: string | undefined },
  options: RegistryOptions,
  use: (registry: Registry) => Promise<T>,
): Promise<T> {
  return withCanonist(environment, flags, options, async (canonist) => use(await canonist.registry()))
}
