/**
 * The path to open after a login, if it leads to this origin; else the overview. Browsers drop tabs and line breaks from a URL and read `\` as
 * `/`, so only their own parser can tell: `/<TAB>/evil.example` names another host.
 */
export function toOwnPath(from: string | undefined, origin: string): string {
  if (from === undefined || !URL.canParse(from, origin)) return '/'
  const url = new URL(from, origin)
  const path = url.pathname + url.search + url.hash
  // The router and the browser parse the path once more: that of `/.//evil.example` begins with two slashes.
  const isOwn = url.origin === origin && URL.canParse(path, origin) && new URL(path, origin).href === url.href
  return isOwn ? path : '/'
}
