import type { DnsFn } from '../net/exchange.ts'

/** Kept up for ever by who runs the root of DNS (RFC 2606), with records that nobody caches for days. */
const EXISTING_NAME = 'example.com'

/**
 * Whether the resolver itself says that there is no such name, which is an answer and no silence. It is believed only if it
 * knows a name that exists: one without a way to the outside may say this of every name.
 */
export async function isNoSuchName(host: string, dnsFn: DnsFn): Promise<boolean> {
  return (
    (await resolveName(host, dnsFn)) === 'no_such_name' && (await resolveName(EXISTING_NAME, dnsFn)) === 'addresses'
  )
}

async function resolveName(host: string, dnsFn: DnsFn): Promise<'addresses' | 'no_such_name' | 'nothing'> {
  try {
    return (await dnsFn(host)).length > 0 ? 'addresses' : 'nothing'
  } catch (error) {
    // Every other code (EAI_AGAIN, ESERVFAIL, ETIMEOUT, ECONNREFUSED …) is a resolver that could not find out.
    return error instanceof Error && 'code' in error && error.code === 'ENOTFOUND' ? 'no_such_name' : 'nothing'
  }
}
