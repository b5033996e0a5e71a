import type { CanonistCommand } from '../define-command.ts'
import type { Environment } from '../environment.ts'
import { toKebab } from '../help/flag-text.ts'
import { SETTINGS, type Setting } from './settings.ts'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { policies } from '@canonist/core'
import { createReadFailure } from '@canonist/lists/internal/io/errors'
import { findNearest } from '@canonist/core/internal/text/nearest'
import { describeValueError } from '../parse-errors.ts'
import { RunError } from '../run-error.ts'

/** A command and its arguments, before the configuration file is applied. */
export interface Configurable {
  readonly name: string
  readonly command: CanonistCommand
  readonly args: readonly string[]
  /** Flags that the user gave. */
  readonly given: ReadonlySet<string>
  readonly environment: Environment
}

/**
 * Reads a configuration file and puts its settings before the arguments, as flags: so a setting is parsed exactly like its
 * flag. A flag that the user gave wins, and so does the environment variable for the database.
 */
export async function applyConfig(
  file: string,
  { name, command, args, given, environment }: Configurable,
): Promise<{ readonly args: readonly string[]; readonly environment: Environment }> {
  const config = await readConfig(file)
  const flags = command.parameters.flags ?? {}
  const defaults = [...config].flatMap(([key, texts]) => {
    const { flag = null, commands = null, addsUp = false } = SETTINGS[key] ?? {}
    const isMeant = flag !== null && Object.hasOwn(flags, flag) && (commands?.includes(name) ?? true)
    if (!isMeant || (given.has(flag) && !addsUp)) return []
    return texts.map((text) => `--${toKebab(flag)}=${text}`)
  })
  const [database] = config.get('db') ?? []
  return {
    args: [...defaults, ...args],
    environment: database === undefined ? environment : environment.withDefaultDatabase(database),
  }
}

/** The settings of a configuration file, as texts for the parsers of their flags. */
type Config = ReadonlyMap<string, readonly string[]>

/** Reads a configuration file, and rejects it if anything in it is invalid. */
async function readConfig(file: string): Promise<Config> {
  const source = await readFile(file, 'utf8').catch((error: unknown) => {
    const { message } = createReadFailure(`cannot read the configuration file ${file}`, error)
    throw new RunError(message, 2, error)
  })
  const config = new Map<string, readonly string[]>()
  for (const [key, value] of flatten(file, await parseYaml(file, source), '')) {
    const setting = SETTINGS[key]
    if (setting === undefined || value === null) continue
    config.set(
      key,
      readTexts(file, key, setting, value).map((text) => resolvePath(file, setting, text)),
    )
  }
  return config
}

async function parseYaml(file: string, source: string): Promise<unknown> {
  const { parseDocument } = await import('yaml')
  const { findUnknownTag } = await import('@canonist/links/internal/files/read/unknown-tag')
  const document = parseDocument(source)
  try {
    const [error] = document.errors
    if (error !== undefined) throw error
    const tag = findUnknownTag(document, source)
    if (tag !== null) throw new Error(tag.message)
    return document.toJS() ?? {}
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n')
    throw createConfigError(file, `The file is not valid YAML: ${reason.replace(/:$/, '')}. Correct it.`)
  }
}

/** Every setting with its value; rejects unknown keys. */
function flatten(file: string, value: unknown, prefix: string): [key: string, value: unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const where = prefix === '' ? 'the file' : prefix.slice(0, -1)
    throw createConfigError(file, `${where} must be a map of settings, such as "timeout: 30s" below "network:".`)
  }
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const key = prefix + name
    if (Object.hasOwn(SETTINGS, key)) return [[key, inner] as [string, unknown]]
    const below = listKeys(`${key}.`)
    if (below.length > 0) return inner === null ? [] : flatten(file, inner, `${key}.`)
    const known = listKeys(prefix)
    throw createConfigError(file, `${key} is not a setting. Did you mean ${prefix}${findNearest(name, known)}?`)
  })
}

/** The names that may follow this prefix. */
function listKeys(prefix: string): string[] {
  const names = Object.keys(SETTINGS)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length).split('.')[0] ?? '')
  return [...new Set(names)]
}

function readTexts(file: string, key: string, setting: Setting, value: unknown): string[] {
  const texts = listTexts(setting, value)
  if (texts === null) throw createConfigError(file, `${key} must be ${SHAPES[setting.kind]}.`)
  for (const text of texts) {
    try {
      setting.parse(text)
    } catch (error) {
      throw createConfigError(file, `${key} ${JSON.stringify(text)}: ${describeValueError(error)}`)
    }
  }
  return texts
}

const SHAPES: Readonly<Record<Setting['kind'], string>> = {
  value: 'text or a number',
  list: 'a list of texts',
  map: 'a map, such as "home-page: off"',
}

/** Null if the value has another shape. */
function listTexts({ kind }: Setting, value: unknown): string[] | null {
  if (kind === 'value') return isScalar(value) ? [String(value)] : null
  if (kind === 'list') {
    const items: unknown[] = Array.isArray(value) ? value : [value]
    return items.every(isScalar) ? items.map(String) : null
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const entries = Object.entries(value as Readonly<Record<string, unknown>>)
  // In YAML 1.1 `off` is false; here it is a level.
  return entries.every(([, level]) => isScalar(level) || level === false)
    ? entries.map(([id, level]) => `${id}=${level === false ? 'off' : String(level)}`)
    : null
}

const isScalar = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/** Paths are relative to the folder of the file, so that they mean the same wherever the command runs. */
function resolvePath(file: string, { isPath }: Setting, text: string): string {
  const folder = dirname(resolve(file))
  if (isPath === undefined) return text
  if (isPath === 'policy' && (Object.hasOwn(policies, text) || !/[./\\]/.test(text))) return text
  if (isPath === 'database' && (/^\w+:\/\//.test(text) || text.includes(':memory:'))) return text
  const [, scheme = '', path = text] = isPath === 'database' ? (/^(sqlite:)?(.*)$/is.exec(text) ?? []) : []
  return `${scheme}${resolve(folder, path)}`
}

function createConfigError(file: string, problem: string): RunError {
  return new RunError(`${file}: ${problem}`, 2)
}
