/** The statuses that redirect; 300 and 304 do not. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status)
}

/** Whether the redirect is permanent. */
export function isPermanentRedirect({ status }: { readonly status: number }): boolean {
  return status === 301 || status === 308
}
