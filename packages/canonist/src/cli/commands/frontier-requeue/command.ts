import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { dbFlag, jsonFlag } from '../../flags/common.ts'
import { queueFilterFlags } from '../../flags/frontier.ts'
import { text } from '../../flags/values.ts'

export const command = defineCommand({
  parameters: {
    flags: {
      db: dbFlag,
      ...queueFilterFlags,
      json: { ...jsonFlag, brief: 'Print {"requeued"}' },
    },
    positional: {
      kind: 'array',
      parameter: { parse: text, placeholder: 'URL', brief: 'URLs, in any spelling' },
    },
  },
  help: {
    summary: 'Make URLs due now, and reset their attempts',
    usage: ['[URL...]'],
    details: [
      'Use it for dead and excluded URLs, and for fetched ones before they are due. Hosts that are down are retried after the usual delay. URLs that a worker is fetching are skipped. Exit code 1 if no URL matches.',
    ],
    examples: [
      'canonist frontier requeue --state dead --reason too_many_redirects,redirect_loop',
      'canonist frontier requeue --host shop.example.com --json',
      'canonist frontier requeue https://shop.example.com/search',
    ],
  },
})

export type FrontierRequeueFlags = FlagsOf<typeof command.parameters.flags>
