import type { CanonistCommand, CommandHelp, Family, LoadCommand, Section } from '../define-command.ts'
import { describeFlags, type FlagText } from './flag-text.ts'
import { isFamily } from './list-entries.ts'

/** A command as the man page, the completion scripts and the reference show it. */
export interface CommandText {
  /** The words that name it: `frontier add`. */
  readonly name: string
  readonly section: string
  readonly help: CommandHelp
  readonly flags: readonly FlagText[]
  /** The names of its arguments, as help shows them: `URL|FILE`. */
  readonly arguments: readonly string[]
  readonly command: CanonistCommand
}

/** Every command, in the order of help. */
export async function describeCommands(sections: readonly Section[]): Promise<CommandText[]> {
  const all = sections.flatMap(({ title, commands }) =>
    Object.entries(commands).flatMap(([word, entry]): [string, string, LoadCommand][] =>
      isFamily(entry) ? listFamily(title, word, entry) : [[title, word, entry]],
    ),
  )
  return Promise.all(
    all.map(async ([section, name, load]) => {
      const command = await load()
      return {
        section,
        name,
        help: command.help,
        flags: describeFlags(command),
        arguments: listArguments(command),
        command,
      }
    }),
  )
}

function listFamily(title: string, word: string, { itself, commands }: Family): [string, string, LoadCommand][] {
  const below = Object.entries(commands).map(([second, load]): [string, string, LoadCommand] => [
    title,
    `${word} ${second}`,
    load,
  ])
  return itself === undefined ? below : [[title, word, itself], ...below]
}

function listArguments({ parameters: { positional } }: CanonistCommand): string[] {
  const described = positional?.kind === 'array' ? [positional.parameter] : (positional?.parameters ?? [])
  return described.map(({ placeholder = '' }) => placeholder)
}
