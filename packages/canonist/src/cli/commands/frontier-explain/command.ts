import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { dbFlag, jsonFlag, text } from '../../flags/common.ts'
import type { FrontierExplainFlags } from './run.ts'

export const frontierExplainCommand = buildCommand<FrontierExplainFlags, [string], CanonistContext>({
  loader: async () => command((await import('./run.ts')).explainUrl),
  parameters: {
    flags: { db: dbFlag, json: jsonFlag },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: text, placeholder: 'URL', brief: 'A URL, in any of its spellings' }],
    },
  },
  docs: {
    brief: 'Why a URL of the queue is in its state: clocks, history, aliases',
    customUsage: ['[flags] URL'],
    fullDescription: [
      'Why a URL is in its state: what befell it, when it is due, how its host fares, and what leads to it.',
      'Exit code 1 where it is not queued.',
      '',
      'EXAMPLES',
      '  canonist frontier explain https://example.com/news',
    ].join('\n'),
  },
})
