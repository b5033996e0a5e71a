import type { Frontier, FrontierOptions } from '../frontier/frontier.ts'
import { openFrontier } from '../frontier/open-frontier.ts'
import type { Environment } from './environment.ts'
import { runErrorOf } from './use-registry.ts'

/** Opens the frontier that the flags or the environment name, and closes it when `use` is done. */
export async function useFrontier<T>(
  { database, now }: Environment,
  { db }: { readonly db: string | undefined },
  options: FrontierOptions,
  use: (frontier: Frontier) => Promise<T>,
): Promise<T> {
  try {
    const frontier = await openFrontier(db ?? database, { now, ...options })
    try {
      return await use(frontier)
    } finally {
      await frontier.close()
    }
  } catch (error) {
    throw runErrorOf(error)
  }
}
