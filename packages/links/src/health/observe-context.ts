import type { Fetcher } from '@canonist/web/internal/resolve/fetcher'
import type { Observation } from './observation.ts'
import type { Probe } from './probe.ts'

/** A page to check. */
export interface Subject {
  readonly url: string
  /** The observation of its last content. The page is read again only if it has changed since. */
  readonly known: Observation | null
  /** Whether it was ever healthy. */
  readonly wasWell: boolean
  /** Fragments that links use, each with its `#`. */
  readonly fragments: readonly string[]
}

export interface ObserveContext {
  readonly fetcher: Fetcher
  /** Whether the policy allows a redirect to a URL. */
  readonly mayVisit: (url: string) => boolean
  /** Whether a URL is another spelling of the page. */
  readonly isSamePage: (url: string) => boolean
  /** How the host of a URL responds for a missing page; null if that is unknown. */
  readonly probe: (url: string) => Promise<Probe | null>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Whether to read pages, for soft 404s and drift, instead of only checking that they exist. */
  readonly readsContent: boolean
  readonly signal?: AbortSignal | undefined
}
