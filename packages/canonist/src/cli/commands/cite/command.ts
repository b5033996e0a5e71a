import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { jsonFlag, quietFlag } from '../../flags/common.ts'
import { linkArguments, linkFlags, linkNetworkFlags } from '../../flags/links.ts'
import type { CiteFlags } from './run.ts'

export const citeCommand = buildCommand<CiteFlags, readonly string[], CanonistContext>({
  // The readers of files are loaded only where they are used: `normalize` starts without them.
  loader: async () => command((await import('./run.ts')).citeLinks),
  parameters: {
    flags: {
      ...linkFlags,
      ask: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Put home pages that nobody has decided on into the review queue of --db',
      },
      json: jsonFlag,
      quiet: quietFlag,
      ...linkNetworkFlags,
    },
    ...linkArguments,
  },
  docs: {
    brief: 'Which link of a topic may be cited and how, and what is missing',
    customUsage: ['[flags] FILE|FOLDER...'],
    fullDescription: [
      'Takes the links of each topic, a file or an entry of one, and prints the one to cite. A section page is cited with',
      'the qualifier sentence of the policy, a home page only if a reviewer has allowed it, and both are gaps to be',
      'filled. Nobody is asked, unless --online is given.',
      '',
      'EXAMPLES',
      '  canonist cite --policy sources.yaml --field fuente_url data/tramites',
      '  canonist cite --policy sources.yaml --field fuente_url --db canonist.db --ask data/tramites',
      '  canonist cite --policy sources.yaml --field fuente_url --json data/tramites > citations.jsonl',
    ].join('\n'),
  },
})
