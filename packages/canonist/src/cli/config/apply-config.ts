import type { CanonistCommand } from '../define-command.ts'
import type { Environment } from '../environment.ts'
import { toKebab } from '../help/flag-text.ts'
import { readConfig } from './read-config.ts'
import { SETTINGS } from './settings.ts'

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
