import type { Action } from '../../context.ts'
import type { Section } from '../../define-command.ts'
import { describeCommands } from '../../help/describe-commands.ts'
import { printData } from '../../output/print.ts'
import { createBashScript } from './bash-script.ts'
import { createFishScript } from './fish-script.ts'
import type { Shell } from './command.ts'
import { createZshScript } from './zsh-script.ts'

const SCRIPTS = { bash: createBashScript, zsh: createZshScript, fish: createFishScript } as const

/** Creates the command that prints a script for all commands, including itself. */
export function createCompletionCommand(sections: readonly Section[]): Action<object, readonly [Shell]> {
  return async ({ sink }, _flags, shell) => {
    await printData(sink, SCRIPTS[shell]({ sections, commands: await describeCommands(sections) }))
    return 0
  }
}
