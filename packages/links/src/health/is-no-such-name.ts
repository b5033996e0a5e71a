import type { DnsFn } from '@canonist/web/internal/net/exchange'

/** Reserved by RFC 2606 and permanently in DNS, with short-lived records. */
const EXISTING_NAME = 'example.com'

/**
 * Whether the resolver says that the name does not exist, which is a response rather than silence. It counts only if the resolver
 * knows an existing name: one without a connection may say this about every name.
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
    // Every other code (EAI_AGAIN, ESERVFAIL, ETIMEOUT, ECONNREFUSED …) means that the resolver could not find out.
    return error instanceof Error && 'code' in error && error.code === 'ENOTFOUND' ? 'no_such_name' : 'nothing'
  }
}
