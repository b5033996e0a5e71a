import type { Known } from '../canonicalize/options.ts'
import type { RegistryContext } from './context.ts'
import { findById } from './find.ts'
import { locate } from './locate.ts'
import type { KnownPage } from './registry.ts'

export function existsFn(context: RegistryContext): (urls: readonly string[]) => Promise<Known<KnownPage> | null> {
  return async (urls) => {
    const ids = await locate(context, urls)
    const index = ids.findIndex((id) => id !== null)
    const [url, id] = [urls[index], ids[index]]
    if (url === undefined || id === undefined || id === null) return null
    const page = await findById(context, id)
    return page === null ? null : { url, data: { id, key: page.key } }
  }
}
