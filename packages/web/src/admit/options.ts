import type { PolicySpec } from '@canonist/core'
import type { DnsFn, FetchFn } from '../net/exchange.ts'
import type { Fetcher } from '../resolve/fetcher.ts'
import type { HostFacts } from './host-facts.ts'

export interface AdmitOptions {
  /** The policy: which hosts are allowed, and which URLs count as the same. */
  readonly policy: PolicySpec
  /** Send no request: the URL is judged by its text, the policy and the facts. */
  readonly offline?: boolean | undefined
  /** Known facts about hosts, and the place to store new ones (default: in memory, for this call). */
  readonly facts?: HostFacts | undefined
  /** What the URL will be cited for. With it, a home page or a section page is flagged for review. */
  readonly purpose?: string | undefined
  /** The clock that dates facts and decides which have expired. */
  readonly now?: (() => Date) | undefined
  /** Ends the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Shared by many calls: it keeps connections open. */
  readonly fetcher?: Fetcher | undefined
  readonly fetchFn?: FetchFn | undefined
  readonly dnsFn?: DnsFn | undefined
}

/** Rejects options that would silently have no effect. */
export function rejectContradictions({ fetcher, fetchFn, dnsFn }: AdmitOptions): void {
  if (fetcher === undefined || (fetchFn === undefined && dnsFn === undefined)) return
  throw new TypeError('fetchFn or dnsFn has no effect beside a fetcher; pass it to createFetcher')
}
