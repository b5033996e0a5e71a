import type { Action } from '../../context.ts'
import type { Section } from '../../define-command.ts'
import { describeCommands } from '../../help/describe-commands.ts'
import { printData } from '../../output/print.ts'
import { bashScript } from './bash-script.ts'
import { fishScript } from './fish-script.ts'
import type { CompletionFlags, Shell } from './shells.ts'
import { zshScript } from './zsh-script.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

/** Makes the command for these commands, its own among them. */
export function completing(sections: readonly Section[]): Action<CompletionFlags, [Shell]> {
  return async ({ sink }, _flags, shell) => {
    await printData(sink, SCRIPTS[shell]({ sections, commands: await describeCommands(sections) }))
    return 0
  }
}
