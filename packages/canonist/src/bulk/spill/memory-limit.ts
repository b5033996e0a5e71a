/** How much memory a run may take, and where to put the rest. */
export interface MemoryLimit {
  /** In bytes, for data that grows with the list. */
  readonly bytes: number
  /** The folder for temporary files; without it, that of the system. */
  readonly temp?: string | undefined
  /** Called with folders that interrupted runs have left. */
  readonly onStale?: ((paths: readonly string[]) => void) | undefined
  /** How many bytes are read before the state is saved for the first time. */
  readonly saveAfterBytes?: number | undefined
}

/** Up to 25 million URLs, or some million groups. */
export const DEFAULT_MEMORY: MemoryLimit = { bytes: 512e6 }
