/** A robots.txt as it is kept. */
export interface RobotsFile {
  /** Of the response; null where there was none. */
  readonly status: number | null
  /** Null where there is no file, and all is allowed. */
  readonly text: string | null
  readonly crawlDelayMs: number | null
  /** How long it still holds. */
  readonly lifetimeMs: number
}

/**
 * Where processes share what they know of robots.txt files. Files that could not be read are not kept here: each process finds out
 * for itself whether they can be read again.
 */
export interface RobotsStore {
  /** Null where nothing is known that still holds. */
  read(origin: string): Promise<RobotsFile | null>
  write(origin: string, file: RobotsFile): Promise<void>
}
