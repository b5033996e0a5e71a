import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { dbFlag, jsonFlag } from '../../flags/common.ts'

export const command = defineCommand({
  parameters: {
    flags: {
      db: dbFlag,
      json: {
        ...jsonFlag,
        brief: 'Print only the counts by state: {"pending","leased","fetched","retry","dead","excluded"}',
      },
    },
  },
  help: {
    summary: 'Count the queued URLs by state and reason',
    usage: [''],
    details: ['A URL is in one of six states: pending, leased, fetched, retry, dead or excluded.'],
    examples: ['canonist frontier stats', 'canonist frontier stats --json', 'canonist frontier stats --db urls.db'],
  },
})

export type FrontierStatsFlags = FlagsOf<typeof command.parameters.flags>
