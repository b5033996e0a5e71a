import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { jsonFlag, policyFlag, text } from '../../flags/common.ts'
import type { ExplainFlags } from './run.ts'

export const explainCommand = buildCommand<ExplainFlags, [string], CanonistContext>({
  loader: async () => command((await import('./run.ts')).explainUrl),
  parameters: {
    flags: { policy: policyFlag, json: jsonFlag },
    aliases: { p: 'policy' },
    positional: { kind: 'tuple', parameters: [{ parse: text, placeholder: 'URL', brief: 'The URL to explain' }] },
  },
  docs: {
    brief: 'What each rule does to a URL, and how safe that is',
    customUsage: ['[flags] URL'],
    fullDescription: [
      'What each rule does to a URL, in order, with its tier: safe, usually-safe or lossy.',
      'What a rule takes out stands in [-…-], what it puts there in {+…+}; on a terminal in colours.',
      '',
      'EXAMPLES',
      '  canonist explain "https://Example.com/a/../b?utm_source=x&b=2&a=1#top"',
      '  canonist explain --policy sources --json https://example.com/',
    ].join('\n'),
  },
})
