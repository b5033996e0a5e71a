import { createNetFailure, NET_ERRORS, type NetErrorClass, type NetFailure } from '../errors.ts'

/** How much of a robots.txt is read: the minimum that RFC 9309 requires (section 2.5). */
export const ROBOTS_BYTES = 500 * 1024

/** The response to the request for a robots.txt, after redirects. */
export type RobotsResponse = { readonly ok: true; readonly status: number; readonly body: Uint8Array } | RobotsFailure

interface RobotsFailure extends NetFailure {
  /** The redirects before the failure; absent if there were none. */
  readonly hops?: readonly { readonly to: string }[]
}

const DAY = 24 * 60 * 60 * 1000
const TEN_MINUTES = 10 * 60 * 1000

/** The text of a robots.txt (null if the file does not exist, so that everything is allowed), or a failure, after which nothing may be fetched. */
export type RobotsReading =
  | { readonly ok: true; readonly text: string | null; readonly cause?: NetFailure; readonly lifetime: number }
  | { readonly ok: false; readonly cause?: NetFailure; readonly lifetime: number }

/** https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1 */
export function readRobots(result: RobotsResponse, origin: string): RobotsReading {
  if (!result.ok) return readFailure(result, origin)
  if (result.status >= 200 && result.status < 300) return { ok: true, text: decode(result.body), lifetime: DAY }
  // A redirect that names no target is a file that is not there.
  if (result.status >= 300 && result.status < 500) return { ok: true, text: null, lifetime: DAY }
  return { ok: false, lifetime: TEN_MINUTES }
}

/** Endless redirects count as a missing file (section 2.3.1.2); an unreachable file forbids everything. */
function readFailure(failure: RobotsFailure, origin: string): RobotsReading {
  const kind = NET_ERRORS[failure.code].class
  const isOurs = kind === 'aborted' || kind === 'busy' || failure.code === 'process_overloaded'
  const lifetime = isOurs ? 0 : TEN_MINUTES
  const { ok, code, message } = failure
  if (isNoFile(kind)) return { ok: true, text: null, cause: { ok, code, message }, lifetime }
  const other = lifetime === 0 ? null : findOtherHost(failure, origin)
  if (other === null) return { ok: false, cause: { ok, code, message }, lifetime }
  // Only the other host failed. This one answered, so the failure must not count against it.
  return {
    ok: false,
    cause: createNetFailure('robots_unreachable', `${origin}/robots.txt`, `redirected to ${other}`),
    lifetime,
  }
}

/** The host at the end of the redirects; null where it is the host of the origin. */
function findOtherHost({ hops = [] }: RobotsFailure, origin: string): string | null {
  const last = URL.parse(hops.at(-1)?.to ?? origin)?.hostname
  return last === undefined || last === URL.parse(origin)?.hostname ? null : last
}

/** If the gate refuses robots.txt, it refuses the page as well, with a better reason. */
const isNoFile = (kind: NetErrorClass): boolean => kind === 'redirect' || kind === 'blocked' || kind === 'invalid'

/** A rule that is cut in two could forbid or allow too much, so it is left out. */
function decode(body: Uint8Array): string {
  if (body.length < ROBOTS_BYTES) return new TextDecoder().decode(body)
  const text = new TextDecoder().decode(body.subarray(0, ROBOTS_BYTES))
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)
}
