import { recognizeBinary, type BinaryKind } from '@canonist/lists/internal/io/recognize-binary'
import type { Finding, Place } from '../report/finding.ts'
import { findEntry } from './field-pattern.ts'
import { FILE_FORMATS, type FileFormat } from './read/formats.ts'
import type { Fault, FieldPath, FoundValue, ReadOutcome, Wanted } from './read/found-value.ts'
import { TOO_DEEP } from './read/nesting.ts'
import { isTemplateFile } from './read/template.ts'
import { getOwnLevel } from './rules.ts'
import { decodeSource, Lines, type SourceText } from './source-text.ts'

/** A file and the links that were read from it. */
export interface LinkFile {
  /** As people and reports call it, with slashes. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly format: FileFormat
  readonly source: SourceText
  readonly values: readonly FoundValue[]
  /** The part of it that could not be read, if there is one. */
  readonly fault: Finding | null
  readonly topics: readonly Topic[]
  locate(start: number, end: number): Place
  /** The number of the topic that a value belongs to. */
  findTopic(path: FieldPath): number
}

/** The subject of links: a file, or an entry of it. */
export interface Topic {
  readonly file: string
  /** `[3]`, `tramites[3]`; empty for a file as a whole. */
  readonly entry: string
  readonly place: Place
}

export interface FieldChoice {
  readonly wanted: Wanted
  /** The lists whose items are topics; null: those at the root. */
  readonly lists: Wanted
}

/** Larger files would take more memory than a machine has to spare. */
export const MAX_BYTES: Readonly<Record<FileFormat, number>> = {
  json: 256 * 2 ** 20,
  jsonl: 256 * 2 ** 20,
  csv: 128 * 2 ** 20,
  markdown: 64 * 2 ** 20,
  mdx: 64 * 2 ** 20,
  yaml: 16 * 2 ** 20,
}

/** A file from which a program makes the real one. */
export interface TemplateFile {
  readonly template: string
}

/** Reads the wanted fields. An unreadable file is a finding, except for a template if no fields are named. */
export function readLinkFile(
  name: string,
  bytes: Uint8Array,
  format: FileFormat,
  { wanted, lists }: FieldChoice,
): LinkFile | TemplateFile | Finding {
  if (bytes.length > MAX_BYTES[format]) return createTooLargeFinding(name, format)
  const kind = recognizeBinary(bytes)
  if (kind !== null) return createBinaryFinding(name, kind)
  const source = decodeSource(bytes)
  const outcome = readText(source, format, wanted)
  const lines = new Lines(source.text)
  const locate = (start: number, end: number): Place => lines.locate(name, start, end)
  const toUnreadable = ({ message, offset }: Fault): Finding =>
    createUnreadableFinding(name, message, locate(offset, offset))
  if (!outcome.ok) {
    const isTemplate = wanted === null && source.fault === null && isTemplateFile(source.text, format)
    return isTemplate ? { template: name } : toUnreadable(outcome)
  }
  const fault = outcome.fault === undefined ? null : toUnreadable(outcome.fault)
  const entries = outcome.entries.filter(({ path }) => findEntry(path, lists).length === path.length)
  const topics = entries.map(({ path, start }) => createTopic(name, path, locate(start, start)))
  if (topics.length === 0) topics.push(createTopic(name, [], locate(0, 0)))
  const numbers = new Map(topics.map(({ entry }, index) => [entry, index]))
  const findTopic = (path: FieldPath): number => numbers.get(formatPath(findEntry(path, lists))) ?? 0
  return { name, bytes, format, source, values: outcome.values, fault, topics, locate, findTopic }
}

export function readText({ text, fault }: SourceText, format: FileFormat, wanted: Wanted): ReadOutcome {
  if (fault !== null) return { ok: false, ...fault }
  try {
    return FILE_FORMATS[format](text, wanted)
  } catch (error) {
    // The reader of YAML calls itself for every level.
    if (error instanceof RangeError) return { ok: false, offset: 0, message: TOO_DEEP }
    throw error
  }
}

const createTopic = (file: string, path: FieldPath, place: Place): Topic => ({ file, entry: formatPath(path), place })

/** `tramites[3].fuente_url` */
export function formatPath(path: FieldPath): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '')
}

export function createTooLargeFinding(name: string, format: FileFormat): Finding {
  const most = MAX_BYTES[format] / 2 ** 20
  return createUnreadableFinding(name, `it is larger than ${most} MiB, the limit for this format; split it`)
}

function createBinaryFinding(name: string, { says, fix }: BinaryKind): Finding {
  const message = `${says} ${fix}`
  return { rule: 'binary-file', level: getOwnLevel('binary-file'), message, url: '', place: createFirstPlace(name) }
}

export function createUnreadableFinding(name: string, message: string, place: Place = createFirstPlace(name)): Finding {
  return { rule: 'unreadable-file', level: getOwnLevel('unreadable-file'), message, url: '', place }
}

export const createFirstPlace = (file: string): Place => ({ file, line: 1, column: 1, endLine: 1, endColumn: 1 })
