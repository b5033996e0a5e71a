import { createZstdDecompress } from 'node:zlib'
import { DECODER_OPTIONS, FrameInput } from './frame-input.ts'

/**
 * Decodes every frame. The platform's decoder ends at the first frame's end and drops the rest without a word, but
 * `cat a.zst b.zst` and parallel compressors write many frames, so each gets a decoder of its own.
 */
export async function* unzstd(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const input = new FrameInput(chunks)
  while (await input.hasMore()) yield* input.decode(createZstdDecompress(DECODER_OPTIONS))
}
