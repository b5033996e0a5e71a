import type { Operation } from '@canonist/server/internal/operations/operation'
import { MAX_MESSAGE_BYTES, serveStdio } from '@canonist/server/internal/mcp/serve-stdio'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { readConnectionOptions } from '../../flags/network-options.ts'
import { RunError } from '../../run-error.ts'
import { withCanonist } from '../../with-canonist.ts'
import type { McpFlags } from './command.ts'

/** Serves until the other side closes stdin, or a signal arrives. */
export async function run(environment: Environment, flags: McpFlags): Promise<DoneExitCode> {
  const network = await readConnectionOptions(flags)
  const signal = environment.interruption(['SIGINT', 'SIGTERM'])
  const context = { actor: environment.userName(), network }
  const mayUse = ({ effect }: Operation): boolean =>
    effect === 'reads' || (!flags.readOnly && (effect === 'writes' || !flags.noNetwork))
  return withCanonist(environment, flags, { readOnly: flags.readOnly }, async (canonist): Promise<DoneExitCode> => {
    const end = await serveStdio(canonist, { ...environment.streams, signal, context, mayUse })
    if (end === 'message-too-long')
      throw new RunError(
        `stdin: A message is longer than ${MAX_MESSAGE_BYTES.toLocaleString('en')} bytes. Send fewer URLs in one call.`,
        3,
      )
    return 0
  })
}
