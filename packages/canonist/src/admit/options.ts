import type { PolicySpec } from '@canonist/core'
import type { DnsFn, FetchFn } from '../net/exchange.ts'
import type { Fetcher } from '../resolve/fetcher.ts'
import type { HostFacts } from './host-facts.ts'

export interface AdmitOptions {
  /** What is let in, and what is held to be the same. */
  readonly policy: PolicySpec
  /** Whether nobody may be asked: then the URL is judged by its text, the policy and the facts. */
  readonly offline?: boolean | undefined
  /** What is known of hosts, and where to write down what is found out; forgotten after the call where none is given. */
  readonly facts?: HostFacts | undefined
  /** What the URL is to be cited for; then a home page or a section page is for a person to decide. */
  readonly purpose?: string | undefined
  /** Dates facts, and tells which have expired. */
  readonly now?: (() => Date) | undefined
  /** Shared by many calls: it keeps connections open. */
  readonly fetcher?: Fetcher | undefined
  readonly fetchFn?: FetchFn | undefined
  readonly dnsFn?: DnsFn | undefined
}

/** An option that would silently count for nothing is a mistake of the program. */
export function refuseContradictions({ fetcher, fetchFn, dnsFn }: AdmitOptions): void {
  if (fetcher === undefined || (fetchFn === undefined && dnsFn === undefined)) return
  throw new TypeError('fetchFn or dnsFn beside a fetcher counts for nothing; give it to createFetcher')
}
