import { defineCommand } from '../../define-command.ts'
import { createChoiceParser } from '../../flags/values.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof SHELLS)[number]

export const command = defineCommand({
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
