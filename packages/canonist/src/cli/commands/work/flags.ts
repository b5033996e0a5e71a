import type { NetworkFlags } from '../../flags/network.ts'

/** The flags that `work` shares with every command that fetches. */
export type SharedFlags = Pick<
  NetworkFlags,
  'connectTo' | 'cacert' | 'concurrency' | 'hostDelay' | 'ignoreRobots' | 'timeout' | 'maxBytes' | 'userAgent'
>

export interface WorkFlags extends SharedFlags {
  readonly db: string | undefined
  readonly drain: boolean
  readonly processes: number
  /** In milliseconds, like all durations here. */
  readonly lease: number
  readonly maxAttempts: number
  readonly confirmMissing: number
  readonly retryBase: number
  readonly maxRedirects: number | undefined
  readonly followRedirects: boolean | undefined
  readonly renameOn: 'any' | 'permanent'
  readonly discover: 'host' | 'domain' | undefined
  readonly maxDepth: number | undefined
  readonly maxUrls: number | undefined
  readonly maxPerHost: number | undefined
  readonly accept: readonly string[] | undefined
  readonly detectMissing: boolean
  readonly noteCopies: boolean
  readonly log: 'none' | 'text' | 'json'
  readonly xminAlarm: number
  readonly metricsPort: number | undefined
  readonly metricsHost: string | undefined
  readonly quiet: boolean
}
