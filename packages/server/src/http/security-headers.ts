import type { Step } from './api-env.ts'

/** A response is not a page, except where the page has a policy of its own. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

export const SECURITY_HEADERS = {
  'content-security-policy': NO_PAGE,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
} as const

export const securityHeaders: Step = async (c, next) => {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.header(name, value)
  await next()
}
