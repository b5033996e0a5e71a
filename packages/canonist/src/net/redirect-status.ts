/** The answers that send elsewhere; 300 and 304 do not. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status)
}

/** Those that say so for good. */
export function isPermanentRedirect({ status }: { readonly status: number }): boolean {
  return status === 301 || status === 308
}
