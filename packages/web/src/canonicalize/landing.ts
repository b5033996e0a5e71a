import { endsAtLogin } from '../extract/page/login.ts'
import type { Followed } from '../resolve/follow.ts'
import type { Content } from './content.ts'

/** The URL where a request ended, and what was served there. */
export interface Landing {
  readonly ok: true
  /**
   * The URL to remember: the last one, or the one before the first that may not replace it. That is the target of a temporary redirect if
   * `temporaryRedirects` is `keep`, a URL that lacks a credential, and a login.
   */
  readonly url: string
  /** The URLs that redirect to the same document, and where it was served. */
  readonly via: readonly string[]
  /** The URLs after `url`. */
  readonly beyond: readonly string[]
  readonly isTemporary: boolean
  /** Whether a login was served instead of the document. */
  readonly isLogin: boolean
  readonly isCut: boolean
  readonly totalBytes: number | null
  readonly content: Content
}

export interface LandingRules {
  readonly temporaryRedirects: 'follow' | 'keep'
  /** Whether a URL of the chain may be remembered instead of the first one. */
  readonly mayReplace: (url: string) => boolean
}

const TEMPORARY = new Set([302, 303, 307])

export function createLanding(
  from: string,
  answer: Omit<Followed, 'body'>,
  content: Content,
  { temporaryRedirects, mayReplace }: LandingRules,
): Landing {
  const places = listPlaces(from, answer)
  const firstTemporary = answer.hops.findIndex(({ status }) => TEMPORARY.has(status))
  const kept = temporaryRedirects === 'keep' && firstTemporary !== -1 ? firstTemporary + 1 : places.length
  const isLogin = places.length > 1 && endsAtLogin(from, answer.url, () => content.asksForPassword())
  const passed = isLogin ? countBeforeLogin(places) : countBefore(places, (place) => !mayReplace(place))
  const rest = Math.min(kept, passed) - 1
  return {
    ok: true,
    url: places[rest] ?? answer.url,
    // What follows a credential or comes before a login is another document.
    via: [...new Set(places.slice(0, passed))],
    beyond: places.slice(rest + 1),
    isTemporary: firstTemporary !== -1,
    isLogin,
    isCut: answer.isCut,
    totalBytes: answer.totalBytes,
    content,
  }
}

/** Every URL of the chain. A transport of the caller's may say that the last response is from elsewhere. */
function listPlaces(from: string, { hops, url }: Omit<Followed, 'body'>): readonly string[] {
  const steps = [from, ...hops.map(({ to }) => to)]
  return steps.at(-1) === url ? steps : [...steps, url]
}

/** How many URLs come before the first one of its kind, without the URL that was requested. */
function countBefore(places: readonly string[], isStop: (place: string) => boolean): number {
  const index = places.findIndex((place, index) => index > 0 && isStop(place))
  return index === -1 ? places.length : index
}

/** The last URL may be a login by its content alone. */
function countBeforeLogin(places: readonly string[]): number {
  const [from = ''] = places
  return Math.min(
    countBefore(places, (place) => endsAtLogin(from, place, () => false)),
    places.length - 1,
  )
}
