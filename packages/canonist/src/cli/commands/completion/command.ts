import { defineCommand, type CanonistCommand, type Section } from '../../define-command.ts'
import { createChoiceParser } from '../../flags/values.ts'
import { SHELLS, type CompletionFlags, type Shell } from './shells.ts'

/** Takes all commands as a parameter: importing the catalogue, which imports this file, would be a cycle. */
export const defineCompletion = (sections: readonly Section[]): CanonistCommand =>
  defineCommand<CompletionFlags, [Shell]>({
    load: async () => (await import('./run.ts')).createCompletionCommand(sections),
    parameters: {
      flags: {},
      positional: {
        kind: 'tuple',
        parameters: [{ parse: createChoiceParser(SHELLS), placeholder: 'SHELL', brief: 'bash, zsh or fish' }],
      },
    },
    help: {
      summary: 'Print a completion script for your shell',
      usage: ['SHELL'],
      details: [
        'Bash: add the first example to ~/.bashrc. Zsh: write the script to a file called _canonist in a folder of $fpath. Fish: write it to ~/.config/fish/completions/canonist.fish.',
      ],
      examples: [
        'source <(canonist completion bash)',
        'canonist completion zsh --output _canonist',
        'canonist completion fish --output canonist.fish',
      ],
    },
  })
