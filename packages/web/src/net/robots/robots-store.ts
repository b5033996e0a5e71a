/** A robots.txt as it is kept. */
export interface RobotsFile {
  /** The status of the response; null if there was none. */
  readonly status: number | null
  /** Null if the file does not exist, so that everything is allowed. */
  readonly text: string | null
  readonly crawlDelayMs: number | null
  /** How long it is still valid. */
  readonly lifetimeMs: number
}

/**
 * Robots.txt files that processes share. Files that could not be read are not kept here: each process finds out
 * for itself whether they can be read again.
 */
export interface RobotsStore {
  /** Null if there is no valid entry. */
  read(origin: string): Promise<RobotsFile | null>
  write(origin: string, file: RobotsFile): Promise<void>
}
