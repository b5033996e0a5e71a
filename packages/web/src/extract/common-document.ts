import type { LinkHeader } from './link-header.ts'

/** What every document has. */
export interface CommonDocument {
  /** Decoded, without byte order mark, each CRLF as one line feed. */
  readonly text: string
  readonly linkHeader: readonly LinkHeader[]
  /** Whether the text is only the beginning of the document. */
  readonly isCut: boolean
}
