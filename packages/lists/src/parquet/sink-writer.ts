import { Buffer } from 'node:buffer'
import { ByteWriter } from 'hyparquet-writer'
import type { Sink } from '../io/sink.ts'

/** Passes the written bytes on after each row group, so that only one group is in memory. */
export class SinkWriter extends ByteWriter {
  readonly #sink: Sink

  constructor(sink: Sink) {
    super()
    this.#sink = sink
  }

  async flush(): Promise<void> {
    await this.#sink.write(Buffer.from(this.buffer, 0, this.index))
    this.index = 0
  }
}
