import { Buffer } from 'node:buffer'
import type { Wanted } from './read/found-value.ts'
import { spellUrl } from './read/spelling.ts'
import { readText, type KnowledgeFile } from './knowledge-file.ts'
import { decodeSource } from './source-text.ts'

/** A URL to be written at the place of a value. */
export interface Edit {
  /** The number of the value in its file. */
  readonly value: number
  readonly url: string
  /** The characters to write. */
  readonly written: string
}

/** How a URL would be written in place of a value; null where that cannot be done. */
export function editOf({ values }: KnowledgeFile, value: number, url: string): Edit | null {
  const found = values[value]
  const written = found === undefined ? null : spellUrl(url, found.spelling)
  return written === null ? null : { value, url, written }
}

/**
 * The edits that surely do what they should: read again, the file has the new URLs there and all else as it was. What a
 * format makes of some odd character need not be known beforehand.
 */
export function certainEdits(file: KnowledgeFile, edits: readonly Edit[], wanted: Wanted): readonly Edit[] {
  const sound = soundEdits(file, edits, wanted)
  return sound.length === edits.length || holds(file, sound, wanted) ? sound : []
}

/** By halves: the one that spoils the others is found without reading the file for each of them. */
function soundEdits(file: KnowledgeFile, edits: readonly Edit[], wanted: Wanted): readonly Edit[] {
  if (holds(file, edits, wanted)) return edits
  if (edits.length === 1) return []
  const middle = edits.length >> 1
  const halves = [edits.slice(0, middle), edits.slice(middle)]
  return halves.flatMap((half) => soundEdits(file, half, wanted))
}

function holds(file: KnowledgeFile, edits: readonly Edit[], wanted: Wanted): boolean {
  if (edits.length === 0) return true
  const outcome = readText(decodeSource(applyEdits(file, edits)), file.format, wanted)
  if (!outcome.ok || outcome.values.length !== file.values.length) return false
  const urls = new Map(edits.map(({ value, url }) => [value, url]))
  return outcome.values.every(({ text }, index) => text === (urls.get(index) ?? file.values[index]?.text))
}

/** The bytes of the file with the edits made, and not one other byte changed. Edits stand in the order of their values. */
export function applyEdits({ bytes, source, values }: KnowledgeFile, edits: readonly Edit[]): Buffer {
  const pieces: Buffer[] = []
  let at = 0
  for (const { value, written } of edits.toSorted((a, b) => startOf(values, a) - startOf(values, b))) {
    const found = values[value]
    if (found === undefined) continue
    pieces.push(bytes.subarray(at, source.byteAt(found.start)), Buffer.from(written))
    at = source.byteAt(found.end)
  }
  return Buffer.concat([...pieces, bytes.subarray(at)])
}

const startOf = (values: KnowledgeFile['values'], { value }: Edit): number => values[value]?.start ?? 0
