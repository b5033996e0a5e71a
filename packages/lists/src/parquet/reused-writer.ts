import { ByteWriter } from 'hyparquet-writer'
import { releaseBytes } from './page-memory.ts'

/** Writes into memory that is reused, and frees what it has outgrown at once. */
export class ReusedWriter extends ByteWriter {
  override ensure(size: number): void {
    const { buffer, index } = this
    if (index + size <= buffer.byteLength) return
    super.ensure(size)
    releaseBytes(new Uint8Array(buffer))
  }

  clear(): void {
    this.index = 0
    this.offset = 0
  }

  free(): void {
    releaseBytes(new Uint8Array(this.buffer))
  }
}
