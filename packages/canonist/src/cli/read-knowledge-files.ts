import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { readBytes } from '../io/input.ts'
import { cannotRead } from '../io/errors.ts'
import { RunError } from './run-error.ts'
import { fieldMatcher } from '../links/field-pattern.ts'
import { findFiles, reportName, type FoundFiles } from '../links/find-files.ts'
import {
  MOST_BYTES,
  readKnowledge,
  tooLarge,
  unreadable,
  type FieldChoice,
  type KnowledgeFile,
} from '../links/knowledge-file.ts'
import { ENDINGS, formatOf, type FileFormat } from '../links/read/formats.ts'
import type { Finding } from '../report/finding.ts'
import type { Environment } from './environment.ts'
import type { KnowledgeFlags } from './flags/links.ts'

/** What the arguments name, read. */
export interface ReadFiles {
  readonly files: readonly KnowledgeFile[]
  /** What could not be read. */
  readonly findings: readonly Finding[]
  /** Every name, readable or not. */
  readonly names: readonly string[]
  readonly choice: FieldChoice
  /** Found through a link that leads out of the folders searched: it is read, but must not be edited. */
  isOutside(file: string): boolean
  /** Files stay in the order in which they were named, whether they could be read or not. */
  rankOf(file: string | undefined): number
}

export async function readKnowledgeFiles(
  environment: Environment,
  flags: Pick<KnowledgeFlags, 'field' | 'entries' | 'as'>,
  args: readonly string[],
): Promise<ReadFiles> {
  const choice = { wanted: matcherOf(flags.field), lists: matcherOf(flags.entries) }
  const read: (KnowledgeFile | Finding)[] = []
  const { names, outside } = await namesOf(args, flags.as !== undefined)
  for (const name of names) {
    const format = formatOf(name) ?? flags.as ?? null
    if (format === null) throw unknownFormat(name)
    read.push(name === '-' ? await readStdin(environment, format, choice) : await readOne(name, format, choice))
  }
  const files = read.filter((item) => 'bytes' in item)
  refuseMistypedField(files, flags.field)
  const findings = read.filter((item) => 'rule' in item)
  const reported = names.map(reportName)
  const ranks = new Map(reported.map((name, index) => [name, index]))
  return {
    files,
    findings,
    names: reported,
    choice,
    isOutside: (file) => outside.has(file),
    rankOf: (file = '') => ranks.get(file) ?? 0,
  }
}

const matcherOf = (patterns: readonly string[] | undefined): FieldChoice['wanted'] =>
  patterns === undefined || patterns.length === 0 ? null : fieldMatcher(patterns)

interface Names {
  readonly names: readonly string[]
  /** Those that lead out of every folder searched, as reports write them. */
  readonly outside: ReadonlySet<string>
}

/** A file that two arguments mean, or two links lead to, is read once: it is no duplicate of itself. */
async function namesOf(args: readonly string[], anyName: boolean): Promise<Names> {
  const names = new Map<string, string>()
  const named = new Set<string>()
  const folders: string[] = []
  for (const arg of args) {
    const found = await filesOf(arg, anyName)
    if (found.folder !== null) folders.push(await realPath(found.folder))
    for (const name of found.names) {
      const path = name === '-' ? name : await realPath(name)
      if (found.folder === null) named.add(path)
      if (!names.has(path)) names.set(path, name)
    }
  }
  if (names.size > 0) {
    const isInside = (path: string): boolean => named.has(path) || folders.some((folder) => isBelow(path, folder))
    const outside = [...names].filter(([path]) => !isInside(path)).map(([, name]) => reportName(name))
    return { names: [...names.values()], outside: new Set(outside) }
  }
  if (args.length === 0) throw new RunError('no file is named; name files, folders or patterns, or - for stdin', 2)
  throw new RunError(`${args.join(', ')}: there is no file to read; files end with ${endings()}`, 2)
}

const STDIN: FoundFiles = { names: ['-'], folder: null }

async function filesOf(arg: string, anyName: boolean): Promise<FoundFiles> {
  return arg === '-' ? STDIN : findFiles(arg, anyName).catch((error: unknown) => Promise.reject(cannotRead(arg, error)))
}

/** A link that leads nowhere has no other name than its own. */
const realPath = (name: string): Promise<string> => realpath(name).catch(() => resolve(name))

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

const endings = (): string =>
  Object.keys(ENDINGS)
    .map((ending) => `.${ending}`)
    .join(', ')

function unknownFormat(name: string): RunError {
  const file = name === '-' ? 'stdin' : name
  return new RunError(`cannot tell what ${file} is; files end with ${endings()}; or say it with --as`, 2)
}

async function readStdin(
  environment: Environment,
  format: FileFormat,
  choice: FieldChoice,
): Promise<KnowledgeFile | Finding> {
  return readKnowledge('-', await readBytes(environment.stdin()), format, choice)
}

async function readOne(path: string, format: FileFormat, choice: FieldChoice): Promise<KnowledgeFile | Finding> {
  const name = reportName(path)
  try {
    const { size } = await stat(path)
    return size > MOST_BYTES[format]
      ? tooLarge(name, format)
      : readKnowledge(name, await readFile(path), format, choice)
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error
    return unreadable(name, cannotRead('it', error).message)
  }
}

/** Nothing found because nothing was looked at would pass for all in order. */
function refuseMistypedField(files: readonly KnowledgeFile[], fields: readonly string[] | undefined): void {
  if (fields === undefined || files.length === 0 || files.some(({ values }) => values.length > 0)) return
  throw new RunError(`no file has a field ${fields.join(', ')}; check --field and the files`, 2)
}
