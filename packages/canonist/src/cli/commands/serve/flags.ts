import type { NetworkFlags } from '../../flags/network.ts'

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const

export interface ServeFlags extends Pick<NetworkFlags, 'connectTo' | 'cacert' | 'timeout' | 'userAgent'> {
  readonly db: string | undefined
  readonly snapshot: string | undefined
  readonly host: string
  readonly port: number
  readonly tokens: string | undefined
  readonly readOnly: boolean
  readonly allowNetwork: boolean
  readonly noNetwork: boolean
  /** In bytes. */
  readonly maxBody: number
  /** In bytes. */
  readonly uploadQuota: number
  /** In milliseconds. */
  readonly timeLimit: number
  readonly rateLimit: number | undefined
  readonly maxFetches: number
  /** In milliseconds. */
  readonly grace: number
  readonly log: (typeof LOG_LEVELS)[number]
}
