import { encodeQuery, readJson } from './build-request.ts'
import type { UploadInput, UploadOutput } from './client.ts'
import type { CallOptions } from './methods.ts'
import type { Sender } from './sender.ts'

/** Sends a file as it is. What can be read only once is sent only once. */
export async function upload(
  sender: Sender,
  { name, body }: UploadInput,
  options: CallOptions = {},
): Promise<UploadOutput> {
  const isIterable = typeof body === 'object' && Symbol.asyncIterator in body
  const sent = isIterable && !(body instanceof ReadableStream) ? toStream(body) : body
  const outgoing = {
    method: 'POST',
    path: `/api/v1/uploads${encodeQuery({ name })}`,
    headers: { 'content-type': 'application/octet-stream' },
    body: sent as Exclude<typeof sent, AsyncIterable<Uint8Array>>,
    repeats: sent instanceof ReadableStream ? 'never' : 'unbegun',
    ...options,
  } as const
  return (await sender.send(outgoing, readJson)) as UploadOutput
}

/** Not `ReadableStream.from`, which some browsers lack. */
export function toStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
