import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { dbFlag, jsonFlag } from '../../flags/common.ts'
import { queueFilterFlags } from '../../flags/frontier.ts'
import { createNumberParser, text } from '../../flags/values.ts'

export const command = defineCommand({
  parameters: {
    flags: {
      db: dbFlag,
      ...queueFilterFlags,
      limit: {
        kind: 'parsed',
        parse: createNumberParser(1, 1_000_000_000),
        optional: true,
        placeholder: 'n',
        brief: 'Print at most this many URLs',
      },
      after: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'id',
        brief: 'Continue after the URL with this id, which --json prints in the last line of the previous list',
      },
      json: { ...jsonFlag, brief: 'Print one JSON object per URL, with all fields' },
    },
  },
  help: {
    summary: 'List queued URLs with their state and reason',
    usage: [''],
    details: ['Without --json, each line has the state, the reason and the URL.'],
    examples: [
      'canonist frontier list --state pending',
      'canonist frontier list --reason-class redirect --host shop.example.com --json',
      'canonist frontier list --json --limit 100 --after 1',
    ],
  },
})

export type FrontierListFlags = FlagsOf<typeof command.parameters.flags>
