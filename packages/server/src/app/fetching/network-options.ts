export { DEFAULT_USER_AGENT } from '@canonist/web/internal/net/user-agent'

/** How requests are sent; `undefined` means the default of `createFetcher`. */
export interface NetworkOptions {
  /** Where to connect instead: `HOST:PORT` to `ADDRESS:PORT`; an empty HOST or PORT means any. */
  readonly connectTo?: Readonly<Record<string, string>> | undefined
  /** The certificate authorities to trust instead of the usual ones, in PEM. */
  readonly ca?: string | undefined
  readonly userAgent?: string | undefined
  /** The longest time for one request with its redirects; in a list, for each of these. */
  readonly timeoutMs?: number | undefined
  readonly maxBytes?: number | undefined
}

/** How many requests are sent to how many hosts; `undefined` means the default of `createPoliteFetcher`. */
export interface PoliteOptions extends NetworkOptions {
  /** The minimum time between two requests to one host. */
  readonly hostDelayMs?: number | undefined
  /** Requests at once, over all hosts; each host gets one at a time. */
  readonly concurrency?: number | undefined
  /** The longest pause that a host may ask for; requests to a host that asks for more fail with `host_busy`. */
  readonly maxWaitMs?: number | undefined
  readonly obeysRobots?: boolean | undefined
}
