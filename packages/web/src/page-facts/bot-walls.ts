import type { HeaderMap } from '../net/exchange.ts'
import { listHeaderValues } from '../net/transport/header-map.ts'

/** A service that keeps programs out, and how to recognize its responses. */
interface BotWall {
  readonly name: string
  /** A header, and the value that identifies the wall. */
  readonly header?: readonly [name: string, value: RegExp]
  readonly text?: RegExp
  /** Whether the sign is certain even with a success status. */
  readonly isSure?: true
}

const WALLS: readonly BotWall[] = [
  { name: 'cloudflare', header: ['cf-mitigated', /challenge|block/i], isSure: true },
  { name: 'cloudflare', text: /<title>(?:Just a moment|Attention Required!)|cf-chl-|\/cdn-cgi\/challenge-platform\//i },
  { name: 'cloudflare', header: ['server', /^cloudflare$/i], text: /Ray ID/ },
  { name: 'aws-waf', header: ['x-amzn-waf-action', /captcha|challenge/i], isSure: true },
  { name: 'akamai', text: /<H1>Access Denied<\/H1>[^]{0,400}Reference(?:&#32;|\s)+(?:#|&#35;)/i },
  { name: 'imperva', text: /Incapsula incident ID|_Incapsula_Resource/i, isSure: true },
  { name: 'datadome', header: ['x-datadome', /./] },
  { name: 'datadome', text: /captcha-delivery\.com/i, isSure: true },
  { name: 'perimeterx', text: /px-captcha|_pxAppId/i },
  { name: 'sucuri', header: ['x-sucuri-block', /./], isSure: true },
  { name: 'sucuri', text: /Sucuri WebSite Firewall - Access Denied/i, isSure: true },
  {
    name: 'f5',
    text: /The requested URL was rejected\. Please consult with your administrator/i,
    isSure: true,
  },
  { name: 'modsecurity', text: /Mod_?Security/i },
  { name: 'ddos-guard', header: ['server', /^ddos-guard$/i] },
  { name: 'captcha', text: /g-recaptcha|h-captcha|hcaptcha\.com|cf-turnstile|recaptcha\/api\.js/i },
]

/** How much of a body is searched. Walls are recognizable at the beginning. */
const MAX_SEARCHED_LENGTH = 65_536

/** Statuses that walls use. Others do not count, because an ordinary page may contain a captcha form. */
const REFUSING_STATUSES: ReadonlySet<number> = new Set([202, 401, 403, 405, 406, 429, 503])

export interface WallResponse {
  readonly status: number
  readonly headers: HeaderMap
  readonly text: string
}

/**
 * The wall that responded instead of the page; null if none did.
 *
 * @example findWall({ status: 403, headers: { 'cf-mitigated': 'challenge' }, text: '' }) // 'cloudflare'
 */
export function findWall({ status, headers, text }: WallResponse): string | null {
  const start = text.slice(0, MAX_SEARCHED_LENGTH)
  const wall = WALLS.find((wall) => (wall.isSure || REFUSING_STATUSES.has(status)) && matchesWall(wall, headers, start))
  return wall?.name ?? null
}

function matchesWall({ header, text }: BotWall, headers: HeaderMap, start: string): boolean {
  const hasHeader = header === undefined || listHeaderValues(headers, header[0]).some((value) => header[1].test(value))
  return hasHeader && (text === undefined || text.test(start))
}
