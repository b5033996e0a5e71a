/** How much memory a run may take, and where to put the rest. */
export interface MemoryLimit {
  /** In bytes, for data that grows with the list. */
  readonly bytes: number
  /** The folder for temporary files; without it, that of the system. */
  readonly temp?: string | undefined
  /** The absolute path of the file that the result replaces, if it is a file. Files that killed runs with the same output have left are removed. */
  readonly output?: string | undefined
  /** Called with folders that interrupted runs have left. */
  readonly onStale?: ((paths: readonly string[]) => void) | undefined
  /** Bytes of it that a second thread takes (48 MB). A limit that is less than four times as large allows one thread. */
  readonly threadBytes?: number | undefined
  /** How many bytes are read before the state is saved for the first time. */
  readonly saveAfterBytes?: number | undefined
}

/** Measured on a busy machine, where the garbage collectors of both threads are late. */
export const THREAD_BYTES = 48e6

/** Up to 24 million URLs, or some million groups. */
export const DEFAULT_MEMORY: MemoryLimit = { bytes: 512e6 }
