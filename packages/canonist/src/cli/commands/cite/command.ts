import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { jsonFlag, quietFlag, createSwitch } from '../../flags/common.ts'
import { linkArguments, linkFlags } from '../../flags/links.ts'
import { admissionNetworkFlags } from '../../flags/network.ts'

export const command = defineCommand({
  parameters: {
    flags: {
      ...linkFlags,
      ask: createSwitch('Put home pages that no reviewer has decided on into the review queue of --db'),
      json: { ...jsonFlag, brief: 'Print one JSON object per topic' },
      quiet: quietFlag,
      ...admissionNetworkFlags,
    },
    ...linkArguments,
  },
  help: {
    summary: 'Choose the link to cite for each topic, and list what is missing',
    usage: ['FILE|FOLDER...'],
    details: [
      'A topic is a file, or an entry of one. Canonist cites a section page, and as a last resort a home page, with the qualifier sentence of the policy; `citation.homePages` of the policy may require a reviewer, or forbid home pages. It reports both as gaps, and gaps make the exit code 1. It sends no requests unless you pass --online.',
    ],
    examples: [
      'canonist cite --policy examples/ayuda/sources.yaml --field fuente_url examples/ayuda/data',
      'canonist cite --policy examples/ayuda/sources.yaml --field fuente_url --json examples/ayuda/data',
      'canonist cite --policy examples/ayuda/sources.yaml --field fuente_url --db canonist.db --ask examples/ayuda/data',
    ],
  },
})

export type CiteFlags = FlagsOf<typeof command.parameters.flags>
