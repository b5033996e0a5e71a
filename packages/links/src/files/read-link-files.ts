import { Buffer } from 'node:buffer'
import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { readBytes, type Input } from '@canonist/lists/internal/io/input'
import { viewBuffer } from '@canonist/lists/internal/io/view-buffer'
import { createReadError } from '@canonist/lists/internal/io/errors'
import { recognizeBinary } from '@canonist/lists/internal/io/recognize-binary'
import { createFieldMatcher } from './field-pattern.ts'
import { findFiles, toReportName, type FoundFiles } from './find-files.ts'
import {
  MAX_BYTES,
  readLinkFile,
  createTooLargeFinding,
  createUnreadableFinding,
  type FieldChoice,
  type LinkFile,
  type TemplateFile,
} from './link-file.ts'
import { ENDINGS, findFormat, type FileFormat } from './read/formats.ts'
import { decodeSource } from './source-text.ts'
import type { Finding } from '../report/finding.ts'
import { LinkError } from './errors.ts'

export type { FileFormat } from './read/formats.ts'

export interface ReadLinkFilesOptions {
  /** The fields that hold links: names, or paths from the root; without them every link is read. */
  readonly fields?: readonly string[] | undefined
  /** The lists whose items are topics. */
  readonly entries?: readonly string[] | undefined
  /** The format of stdin, and of files whose names do not show it. */
  readonly format?: FileFormat | undefined
  /** What the name `-` means. */
  readonly stdin?: (() => Input | Promise<Input>) | undefined
}

/** Files with their links. */
export interface LinkFiles {
  readonly files: readonly LinkFile[]
  /** What could not be read. */
  readonly findings: readonly Finding[]
  /** What else could not be read: files of folders and patterns of which no link was missed. */
  readonly unlinked: readonly Finding[]
  /** How many files are templates, from which a program makes the real ones: their links are not read. */
  readonly templates: number
  /** Every name, readable or not. */
  readonly names: readonly string[]
  readonly choice: FieldChoice
  /** Whether an argument names the file itself. */
  isNamed(file: string): boolean
  /** Found through a link that leads out of the folders searched: it is read, but must not be edited. */
  isOutside(file: string): boolean
  /** Files stay in the order in which they were named, whether they could be read or not. */
  getRank(file: string | undefined): number
  /** The text of a file, to show a part of it; null if it is not text. */
  readText(file: string): string | null
}

/**
 * Reads the links of files.
 *
 * @param names files, folders (every readable file below them) and patterns
 * @example await readLinkFiles(['README.md', 'docs', 'data/*.json'])
 */
export async function readLinkFiles(names: readonly string[], options: ReadLinkFilesOptions = {}): Promise<LinkFiles> {
  const { fields, entries, stdin } = options
  const choice = { wanted: createMatcher(fields), lists: createMatcher(entries) }
  const read: ReadFile[] = []
  const { paths, named, outside } = await findPaths(names, options)
  for (const path of paths) {
    const format = findFormat(path) ?? options.format
    if (format === undefined) throw createFormatError(path)
    const isStdin = path === '-' && stdin !== undefined
    read.push(isStdin ? await readStdin(await stdin(), format, choice) : await readOne(path, format, choice))
  }
  const files = read.flatMap(({ outcome }) => ('bytes' in outcome ? outcome : []))
  rejectMistypedField(files, fields)
  const faults = read.flatMap(findFault)
  const isUnlinked = ({ finding, missesUrl }: FileFault): boolean =>
    choice.wanted === null && !missesUrl && !named.has(finding.place?.file ?? '')
  const findings = faults.filter((fault) => !isUnlinked(fault)).map(({ finding }) => finding)
  const reported = paths.map(toReportName)
  const ranks = new Map(reported.map((name, index) => [name, index]))
  return {
    files,
    findings,
    unlinked: faults.filter(isUnlinked).map(({ finding }) => finding),
    templates: read.filter(({ outcome }) => 'template' in outcome).length,
    names: reported,
    choice,
    isNamed: (file) => named.has(file),
    isOutside: (file) => outside.has(file),
    getRank: (file = '') => ranks.get(file) ?? 0,
    readText: (file) => readSourceText(read[ranks.get(file) ?? -1]),
  }
}

/** What came of a file, and its bytes; null where they could not be read. */
interface ReadFile {
  readonly outcome: LinkFile | TemplateFile | Finding
  readonly bytes: Uint8Array | null
}

function readSourceText(file: ReadFile | undefined): string | null {
  if (file === undefined) return null
  const { outcome, bytes } = file
  if ('source' in outcome) return outcome.source.text
  return bytes === null || recognizeBinary(bytes) !== null ? null : decodeSource(bytes).text
}

interface FileFault {
  readonly finding: Finding
  /** Whether what was not read has something like a URL in it. */
  readonly missesUrl: boolean
}

function findFault({ outcome, bytes }: ReadFile): FileFault[] {
  if ('template' in outcome) return []
  if ('rule' in outcome) return [{ finding: outcome, missesUrl: bytes === null || mentionsUrl(bytes) }]
  // Only front matter has a fault beside links, and its links were read as text.
  return outcome.fault === null ? [] : [{ finding: outcome.fault, missesUrl: false }]
}

/** Also in UTF-16, where every other byte of a URL is zero. A binary file may contain anything. */
function mentionsUrl(bytes: Uint8Array): boolean {
  const kind = recognizeBinary(bytes)
  const text = viewBuffer(bytes).toString('latin1')
  return kind === null ? URL_PART.test(text) : !kind.isText || URL_PART.test(text.replaceAll('\0', ''))
}

const URL_PART = /https?:|:\/\//i

const createMatcher = (patterns: readonly string[] | undefined): FieldChoice['wanted'] =>
  patterns === undefined || patterns.length === 0 ? null : createFieldMatcher(patterns)

interface FoundPaths {
  readonly paths: readonly string[]
  /** Those that arguments name themselves, as reports write them. */
  readonly named: ReadonlySet<string>
  /** Those that lead out of every folder searched, as reports write them. */
  readonly outside: ReadonlySet<string>
}

/** A file that is named twice, or that two links point to, is read once: it is not its own duplicate. */
async function findPaths(names: readonly string[], options: ReadLinkFilesOptions): Promise<FoundPaths> {
  const paths = new Map<string, string>()
  const named = new Set<string>()
  const folders: string[] = []
  for (const name of names) {
    const found = await findNamedFiles(name, options)
    if (found.folder !== null) folders.push(await resolveRealPath(found.folder))
    for (const path of found.names) {
      const real = path === '-' ? path : await resolveRealPath(path)
      if (found.folder === null) named.add(real)
      if (!paths.has(real)) paths.set(real, path)
    }
  }
  if (paths.size > 0) {
    const isInside = (real: string): boolean => named.has(real) || folders.some((folder) => isBelow(real, folder))
    const listNames = (isMeant: (real: string) => boolean): ReadonlySet<string> =>
      new Set([...paths].filter(([real]) => isMeant(real)).map(([, path]) => toReportName(path)))
    return {
      paths: [...paths.values()],
      named: listNames((real) => named.has(real)),
      outside: listNames((real) => !isInside(real)),
    }
  }
  if (names.length === 0) throw new LinkError('app/no-file-named')
  throw new LinkError('app/no-readable-file', { thing: names.join(', '), detail: `files end with ${listEndings()}` })
}

const STDIN: FoundFiles = { names: ['-'], folder: null }

async function findNamedFiles(name: string, { stdin, format }: ReadLinkFilesOptions): Promise<FoundFiles> {
  if (name === '-' && stdin !== undefined) return STDIN
  return findFiles(name, format !== undefined).catch((error: unknown) => Promise.reject(createReadError(name, error)))
}

/** A link that leads nowhere has no other name than its own. */
const resolveRealPath = (name: string): Promise<string> => realpath(name).catch(() => resolve(name))

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

const listEndings = (): string =>
  Object.keys(ENDINGS)
    .map((ending) => `.${ending}`)
    .join(', ')

function createFormatError(path: string): LinkError {
  const thing = path === '-' ? 'stdin' : path
  return new LinkError('app/unknown-file-format', { thing, detail: `files end with ${listEndings()}` })
}

async function readStdin(input: Input, format: FileFormat, choice: FieldChoice): Promise<ReadFile> {
  const bytes = await readBytes(input)
  return { outcome: readLinkFile('-', bytes, format, choice), bytes }
}

async function readOne(path: string, format: FileFormat, choice: FieldChoice): Promise<ReadFile> {
  const name = toReportName(path)
  try {
    const { size } = await stat(path)
    if (size > MAX_BYTES[format]) return { outcome: createTooLargeFinding(name, format), bytes: null }
    const bytes = await readFile(path)
    return { outcome: readLinkFile(name, bytes, format, choice), bytes }
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error
    // A symbolic link without a target: there is nothing in which a URL could stand.
    const bytes = 'code' in error && error.code === 'ENOENT' ? Buffer.alloc(0) : null
    return { outcome: createUnreadableFinding(name, createReadError('it', error).message), bytes }
  }
}

/** Nothing found because nothing was looked at would pass for all in order. */
function rejectMistypedField(files: readonly LinkFile[], fields: readonly string[] | undefined): void {
  if (fields === undefined || files.length === 0 || files.some(({ values }) => values.length > 0)) return
  throw new LinkError('app/no-such-field', { thing: fields.join(', ') })
}
