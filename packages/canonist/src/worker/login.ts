const LOGIN =
  /^(?:log[-_]?in|sign[-_]?in|log[-_]?on|wp-login|user[-_]?login|authorize|sso|acceder|iniciar-sesion)(?:\.[a-z]+)?$/i
/** How logins are told where to come back to. */
const RETURN =
  /^(?:next|return|return[-_]?(?:url|to|path)|redirect|redirect[-_]?(?:to|url|uri)|continue|dest(?:ination)?|back|from|goto|url|service|target)$/i

/**
 * Whether redirects have led to a login instead of a page. It must look like one and be told to come back to where we
 * wanted to go; many a page is about logging in.
 */
export function leadsToLogin(from: string, to: string): boolean {
  const [start, end] = [new URL(from), new URL(to)]
  const isLogin = end.pathname.split('/').some((segment) => LOGIN.test(segment))
  if (!isLogin || start.pathname === end.pathname) return false
  return [...end.searchParams].some(([name, value]) => RETURN.test(name) && value.includes(start.pathname))
}
