import type { RobotsStore } from '../robots/robots-store.ts'

/**
 * The port through which polite requests deal with hosts: it hands out turns, and keeps robots.txt files. A process on its own
 * has `createHostClock`; processes on one database share `createHosts(database).polite`.
 */
export interface PoliteHosts {
  /**
   * Sends one request when it is the host's turn. Rejects with the signal's reason if it aborts before that.
   *
   * Never lets two requests to a host overlap, nor one start before the host's delay or pause has passed.
   */
  turn<Result>(host: string, work: TurnWork<Result>, options?: TurnOptions<Result>): Promise<Result>
  /** Null if each process keeps its robots.txt files to itself. */
  readonly robots: RobotsStore | null
}

/** What to do in a turn: one request at most. */
export type TurnWork<Result> = (turn: Turn) => Promise<Result>

export interface Turn {
  /** Reports that the request starts now. Without a call, it started when the turn began. */
  readonly begin: () => void
  /** False once the turn is over, as after a time in which the process could not keep the host: no request may be sent then. */
  readonly mayStart: () => boolean
  /** Aborts when the turn is lost while the request is under way; null where that cannot happen. */
  readonly signal: AbortSignal | null
  /** Reports that no request was sent: the next turn need not wait for the delay. */
  readonly skip: () => void
  /** Reports that the host has responded and is not failing. */
  readonly answered: () => void
  /** Reports that the host wants no request for this many seconds (Retry-After); at most a day is honoured. */
  readonly pause: (seconds: number) => void
}

export interface TurnOptions<Result = unknown> {
  readonly signal?: AbortSignal | undefined
  /** What robots.txt asks for, in seconds. */
  readonly crawlDelay?: number | null | undefined
  /** Decides whether to wait until a pause of the host ends (null), or to end the turn now with this result. */
  readonly onPause?: ((pause: HostPause) => Result | null) | undefined
}

/** A time in which a host gets no requests. */
export interface HostPause {
  /** What the host asked for, even where less of it is honoured; null where another process knows, or the host is failing. */
  readonly askedSeconds: number | null
  /** How long the host is still left alone. */
  readonly leftMs: number
  /** Why, in a code; null where the host asked for it, or a person did. */
  readonly reason: string | null
}
