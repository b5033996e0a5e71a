/** Words that mean a login wherever a segment of a path ends with them. */
const LOGIN_PATH = /(?:^|[/._-])(?:log[-_]?in|sign[-_]?in|oauth2?|saml2?|iniciar-?sesion)(?:$|[/.])|\/auth\/realms\//i

/** Segments that may be a login. They may as well be a language (castellano), or what a page is about: access to something. */
const MAYBE_PATH = /(?:^|\/)(?:auth|sso|cas|acceso|identificacion)(?:\.[a-z]{2,5})?\/?$/i

/** By which a login finds the way back to who sent the visitor. */
const WAY_BACK =
  /[?&](?:service|samlrequest|relaystate|redirect(?:_?ur[il]|_?to)?|return(?:_?url|_?to)?|returl|back_?url|goto|next|continue|destination|wctx|urlretorno|retorno)=/i

// Bounded: a page of `<input ` alone would otherwise be searched to its end from each of them.
const PASSWORD_FIELD = /<input\b[^>]{0,500}?\btype\s{0,5}=\s{0,5}["']?password\b/i

/**
 * Whether a URL is where visitors say who they are.
 *
 * @example isLoginUrl('https://example.com/acceso?returnUrl=%2Fpage') // true
 */
export function isLoginUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null) return false
  return LOGIN_PATH.test(url.pathname) || (MAYBE_PATH.test(url.pathname) && WAY_BACK.test(url.search))
}

/** Whether a page has a field for a password. */
export const hasPasswordField = (html: string): boolean => PASSWORD_FIELD.test(html)

/** Whether what is at a URL asks visitors who they are. A password field alone does not: many sites have one on every page. */
export function isLoginPage(text: string, body: string): boolean {
  return isLoginUrl(text) || (MAYBE_PATH.test(URL.parse(text)?.pathname ?? '') && hasPasswordField(body))
}
