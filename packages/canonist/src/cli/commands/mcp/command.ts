import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { dbFlag, createSwitch } from '../../flags/common.ts'
import { networkFlags } from '../../flags/network.ts'

const { connectTo, cacert, timeout, userAgent } = networkFlags

export const command = defineCommand({
  // Stdout belongs to the protocol.
  hasResults: false,
  parameters: {
    flags: {
      db: dbFlag,
      readOnly: createSwitch('Offer only tools that write nothing and send no requests'),
      noNetwork: createSwitch('Offer no tool that sends requests'),
      connectTo,
      cacert,
      timeout,
      userAgent,
    },
  },
  help: {
    summary: 'Offer the registry to an assistant, as MCP tools on stdio',
    usage: [''],
    details: [
      'Canonist speaks the Model Context Protocol with the program that starts it, until that program closes stdin. The tools normalize, explain and compare URLs, find pages and canonical URLs, add URLs, and choose which link of a topic to cite.',
    ],
    examples: ['canonist mcp', 'canonist mcp --read-only', 'canonist mcp --db urls.db --no-network'],
  },
})

export type McpFlags = FlagsOf<typeof command.parameters.flags>
