import { findNameFault, formatExpiry, formatTokenLine } from '@canonist/server/internal/http/token-lines'
import { makeToken, type TokenRole } from '@canonist/server/internal/http/tokens'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { printData } from '../../output/print.ts'
import { RunError } from '../../run-error.ts'
import type { Expiry, ServeTokenFlags } from './command.ts'

/** The line on stdout, the token on stderr: a redirection into the file must not put the token there. */
export async function run(
  { sink, notify, now }: Environment,
  { expires }: ServeTokenFlags,
  role: TokenRole,
  name: string,
): Promise<DoneExitCode> {
  const fault = findNameFault(name)
  if (fault !== null) throw new RunError(`NAME ${JSON.stringify(name)}: ${fault}. Pass another name.`, 2)
  const expiresAt = expires === undefined ? null : toTime(expires, now())
  if (expiresAt !== null && expiresAt <= now())
    throw new RunError(`--expires ${formatExpiry(expiresAt)}: this time has passed. Pass a later one.`, 2)
  const token = makeToken()
  await printData(sink, `${formatTokenLine({ role, name }, token, expiresAt)}\n`)
  const end = expiresAt === null ? '' : `, until ${formatExpiry(expiresAt)}`
  notify(`canonist: the token of ${name} (${role}${end}) is shown only once:`)
  notify(token)
  return 0
}

const toTime = (expires: Expiry, now: number): number => ('at' in expires ? expires.at : now + expires.afterMs)
