/** Words that mean a login wherever a segment of a path ends with them. */
const LOGIN_PATH =
  /(?:^|[/._-])(?:log[-_]?in|sign[-_]?in|log[-_]?on|oauth2?|saml2?|iniciar-?sesion)(?:$|[/.])|\/auth\/realms\//i

/** Segments that may be a login, but also a language (castellano) or a topic such as access to something. */
const MAYBE_SEGMENT = /^(?:auth|authorize|sso|cas|acceder|acceso|identificacion)(?:\.[a-z]{2,5})?$/i

/** Hosts that only log people in, as `accounts.google.com`. */
const LOGIN_HOST = /^(?:log-?in|sign-?in|auth|sso|idp|accounts?)\./i

/** Parameters with the URL to return to after a login. */
const WAY_BACK =
  /^(?:service|samlrequest|relaystate|redirect(?:[-_]?ur[il]|[-_]?to)?|return(?:[-_]?url|[-_]?to|[-_]?path)?|returl|back(?:_?url)?|goto|next|continue|dest(?:ination)?|from|url|target|wctx|urlretorno|retorno)$/i

/** These also select content on pages that are not logins, so they count only if their value is the requested page. */
const COMMON_NAMES = /^(?:back|dest|from|url|target|return)$/i

// Bounded: a page of `<input ` alone would otherwise be searched to its end from each of them.
const PASSWORD_FIELD = /<input\b[^>]{0,500}?\btype\s{0,5}=\s{0,5}["']?password\b/i

const listSegments = ({ pathname }: URL): string[] => pathname.split('/').filter((segment) => segment !== '')

const mayBeLogin = (url: URL): boolean => MAYBE_SEGMENT.test(listSegments(url).at(-1) ?? '')

/**
 * Whether a URL is a login.
 *
 * @example isLoginUrl('https://example.com/acceso?returnUrl=%2Fpage') // true
 */
export function isLoginUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null) return false
  if (LOGIN_PATH.test(url.pathname)) return true
  return mayBeLogin(url) && [...url.searchParams.keys()].some((name) => WAY_BACK.test(name) && !COMMON_NAMES.test(name))
}

/** Whether a page has a field for a password. That alone does not make it a login: many sites have one on every page. */
export const hasPasswordField = (html: string): boolean => PASSWORD_FIELD.test(html)

/**
 * Whether redirects have led to a login instead of a page. It must look like one and name the requested page as the one to return to:
 * some pages are only about logging in.
 */
function leadsToLogin(from: string, to: string): boolean {
  const [start, end] = [new URL(from), new URL(to)]
  const isLogin =
    LOGIN_PATH.test(end.pathname) ||
    LOGIN_HOST.test(end.hostname) ||
    listSegments(end).some((segment) => MAYBE_SEGMENT.test(segment))
  const isElsewhere = LOGIN_HOST.test(end.hostname) && !LOGIN_HOST.test(start.hostname)
  if (!isLogin || (start.pathname === end.pathname && !isElsewhere)) return false
  return [...end.searchParams].some(([name, value]) => WAY_BACK.test(name) && value.includes(start.pathname))
}

/**
 * Whether redirects have led from a page to a login, so that they say nothing about the page: the login names the page, or is one by its URL. A page
 * below the requested one may be about logging in, so there it must also have a field for a password.
 *
 * @example endsAtLogin('https://example.com/page', 'https://example.com/login', () => true) // true
 */
export function endsAtLogin(from: string, to: string, asksForPassword: () => boolean): boolean {
  if (leadsToLogin(from, to)) return true
  if (isLoginUrl(from)) return false
  if (isLoginUrl(to)) return !isBelow(from, to) || asksForPassword()
  return mayBeLogin(new URL(to)) && !mayBeLogin(new URL(from)) && asksForPassword()
}

function isBelow(from: string, to: string): boolean {
  const [start, end] = [new URL(from), new URL(to)]
  const folder = start.pathname.replace(/\/?$/, '/')
  return folder !== '/' && start.host === end.host && end.pathname.startsWith(folder)
}
