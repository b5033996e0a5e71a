import { guessScheme, unwrapFeedScheme } from './feed-schemes.ts'

/** The input as a URL that can be requested. */
export interface Input {
  /** Without credentials and fragment. */
  readonly url: string
  /** Whether the scheme was our guess, so that the other one deserves a try. */
  readonly isGuessed: boolean
  /** For the input's own origin only. */
  readonly credentials: Credentials | null
}

export interface Credentials {
  readonly origin: string
  readonly authorization: string
}

/** The URL that the text means, or null; callers without types may pass anything. */
export function readInput(text: unknown): Input | null {
  const plain = typeof text === 'string' ? decodeEntities(text.trim()) : ''
  if (hasForbiddenCharacters(plain)) return null
  const whole = guessScheme(unwrapFeedScheme(plain))
  const url = whole === null ? null : URL.parse(whole.text)
  if (whole === null || url === null || !isHttp(url)) return null
  const credentials = readCredentials(url)
  url.username = ''
  url.password = ''
  return { url: toPlainUrl(url), isGuessed: whole.isGuessed, credentials }
}

/** As it is requested: without a fragment, and without the dot that ends a fully qualified name. */
export function toPlainUrl(url: URL): string {
  url.hash = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  return url.href
}

export const isHttp = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:'

/** White space or characters that no URL contains: a sentence or a template, which a lenient parser would accept as a path. */
export const hasForbiddenCharacters = (text: string): boolean => /[\s<>{}|\\^]/.test(text) || text === ''

/** URLs are often pasted from the source of a page. Only forms that end in a semicolon: `&copy=1` is a parameter. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|#0*(\d{1,3})|#x0*([\da-f]{1,2}));/gi, (_, decimal?: string, hex?: string) => {
    if (decimal !== undefined) return String.fromCharCode(Number(decimal))
    return hex === undefined ? '&' : String.fromCharCode(Number.parseInt(hex, 16))
  })
}

function readCredentials({ username, password, origin }: URL): Credentials | null {
  if (username === '' && password === '') return null
  const pair = Buffer.from(`${decode(username)}:${decode(password)}`)
  return { origin, authorization: `Basic ${pair.toString('base64')}` }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
