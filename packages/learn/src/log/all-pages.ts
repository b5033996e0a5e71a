import { ByteLog } from './byte-log.ts'
import type { PageSpool } from './page-spool.ts'
import { readContent, HEADER_BYTES, type Content } from './page-bytes.ts'
import { THRESHOLDS } from './thresholds.ts'

const { PIECE_BYTES } = THRESHOLDS.allPages

/** Every page of a large site, in the order of the log. The sample is taken from these. */
export class AllPages {
  readonly #spool: PageSpool
  #pending = new ByteLog()
  count = 0

  constructor(spool: PageSpool) {
    this.#spool = spool
  }

  /** Appends the pages between two offsets of another log. */
  add(pages: ByteLog, start: number, end: number, count: number): void {
    this.#pending.addPiece(pages, start, end)
    this.count += count
    if (this.#pending.length >= PIECE_BYTES) this.#flush()
  }

  *read(): Generator<{ readonly url: string; readonly content: Content }> {
    this.#flush()
    for (const piece of this.#spool.read()) {
      const pages = ByteLog.wrap(piece)
      for (let at = 0; at < pages.length; at = pages.findTextEnd(at + HEADER_BYTES))
        yield { url: pages.readText(at + HEADER_BYTES), content: readContent(pages, at) }
    }
  }

  close(): void {
    this.#spool.close()
  }

  #flush(): void {
    if (this.#pending.length === 0) return
    this.#spool.append(this.#pending.bytes)
    this.#pending = new ByteLog()
  }
}
