import { IoError } from '../io/errors.ts'
import type { Input } from '../io/input.ts'
import { peekInput } from '../io/check-input.ts'
import type { ListInputFormat } from '../io/line-formats.ts'
import { viewBuffer } from '../io/view-buffer.ts'
import { recognizeIndex } from '../io/recognize-index.ts'
import { recognizeBinary, rejectBinary, rejectOtherFormat } from '../io/recognize-binary.ts'

export interface DetectedLists {
  readonly inputs: readonly Input[]
  /** The format that was named, else the one that their first bytes show; null for text. */
  readonly format: ListInputFormat | null
}

/**
 * Looks at the first bytes of each list, unless its format was named. A file of a kind that cannot be read is refused before the lists in front of it are read.
 *
 * @param wanted the format that the user named, if any
 */
export async function detectLists(inputs: readonly Input[], wanted?: ListInputFormat): Promise<DetectedLists> {
  const peeked: (Input & { readonly head: Uint8Array })[] = []
  const formats = new Map<ListInputFormat | null, string>()
  for (const input of inputs) {
    const seen = await peekInput(input)
    if (wanted === undefined) formats.set(detectFormat(seen.head, seen.name), seen.name)
    else rejectOtherFormat(seen.head, seen.name, wanted)
    peeked.push(seen)
  }
  const [[format = null] = [], other] = formats
  if (other !== undefined)
    throw new IoError('io/other-columns', {
      thing: other[1],
      says: 'Its format differs from that of the previous file.',
    })
  return { inputs: peeked, format: wanted ?? format }
}

function detectFormat(head: Uint8Array, name: string): ListInputFormat | null {
  const format = recognizeBinary(head)?.format ?? recognizeIndex(readFirstLine(head))
  if (format === null) rejectBinary(head, name)
  return format
}

const readFirstLine = (head: Uint8Array): string => viewBuffer(head).toString().split(/\r?\n/, 1)[0] ?? ''
