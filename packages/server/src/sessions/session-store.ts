import type { ListPart, PartOptions } from '@canonist/registry/internal/store/list-part'

/** A login of the dashboard: a browser with a cookie in place of a token. */
export interface LoginSession {
  readonly id: number
  /** The name of the token that it represents. */
  readonly token: string
  /** Proves the secret of the cookie and the token together, and reveals neither. */
  readonly proof: Uint8Array
  /** In milliseconds. */
  readonly createdAt: number
  readonly expiresAt: number
}

export interface SessionFilter {
  /** Only those of the tokens with this name. */
  readonly token?: string | undefined
}

/** A token has at most this many sessions; another login ends the oldest one. */
export const MAX_SESSIONS = 100

/** The sessions that are open. */
export interface SessionStore {
  /** Also removes sessions that have expired. Returns the id. */
  add(session: Omit<LoginSession, 'id'>): Promise<number>
  /** Null if there is none, or it has ended. It may have expired. */
  find(id: number): Promise<LoginSession | null>
  /** Those that have not expired, the newest first. */
  list(filter: SessionFilter, options: PartOptions): Promise<ListPart<LoginSession>>
  /** False if there is none. */
  end(id: number): Promise<boolean>
  /** Ends all sessions of the tokens with a name, and returns their ids. */
  endAll(token: string): Promise<readonly number[]>
}
