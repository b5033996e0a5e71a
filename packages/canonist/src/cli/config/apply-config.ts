import type { CanonistCommand } from '../define-command.ts'
import type { Environment } from '../environment.ts'
import { toKebab } from '../help/flag-text.ts'
import { readConfig } from './read-config.ts'
import { SETTINGS } from './settings.ts'

/** A command with its arguments, as far as the configuration file concerns them. */
export interface Configurable {
  readonly name: string
  readonly command: CanonistCommand
  readonly args: readonly string[]
  /** Flags that the user gave. */
  readonly given: ReadonlySet<string>
  readonly environment: Environment
}

/**
 * Reads a configuration file and puts its settings in front of the arguments, as the flags that they are the defaults of: a
 * setting is read exactly as its flag is. A flag that the user gave wins, and so does the variable for the database.
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
