import { existsSync } from 'node:fs'
import type { Registry, RegistryOptions } from '../registry/registry.ts'
import { StoreError } from '../store/errors.ts'
import type { Environment } from './environment.ts'
import { runErrorOf, useRegistry } from './use-registry.ts'

const SERVER = /^postgres(?:ql)?:\/\//i

export const isServer = (location: string): boolean => SERVER.test(location)

/** The same as `useRegistry` for who wants to change what is there: a name that was mistyped makes no new registry. */
export async function useExistingRegistry<T>(
  environment: Environment,
  flags: { readonly db: string | undefined },
  options: RegistryOptions,
  use: (registry: Registry) => Promise<T>,
): Promise<T> {
  checkExists(environment, flags)
  return useRegistry(environment, flags, options, use)
}

export function checkExists({ database }: Environment, { db }: { readonly db: string | undefined }): void {
  const file = (db ?? database).replace(/^sqlite:/i, '')
  if (!file.includes('://') && !existsSync(file)) throw runErrorOf(new StoreError('store/missing', file))
}
