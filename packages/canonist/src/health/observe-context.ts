import type { Fetcher } from '../resolve/fetcher.ts'
import type { Observation } from './observation.ts'
import type { Probe } from './probe.ts'

/** A page to look at. */
export interface Subject {
  readonly url: string
  /** What was last read of it; only what has changed since is read again. */
  readonly known: Observation | null
  /** Whether it was ever found well. */
  readonly wasWell: boolean
  /** Fragments that links use, each with its `#`. */
  readonly fragments: readonly string[]
}

export interface ObserveContext {
  readonly fetcher: Fetcher
  /** Whether the policy lets a redirect lead to a URL. */
  readonly mayVisit: (url: string) => boolean
  /** Whether a URL is another spelling of the page. */
  readonly isSamePage: (url: string) => boolean
  /** How the host of a URL answers for what does not exist; null where that is not known. */
  readonly probe: (url: string) => Promise<Probe | null>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Whether pages are read, for soft 404s and drift, and not only asked whether they are there. */
  readonly readsContent: boolean
  readonly signal?: AbortSignal | undefined
}
