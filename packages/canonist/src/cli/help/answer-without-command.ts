import { SECTIONS, type Found } from '../catalogue.ts'
import type { CanonistCommand } from '../define-command.ts'
import type { Environment } from '../environment.ts'
import { createPaint } from '../output/paint.ts'
import { readVersion } from '@canonist/server/internal/canonist/version'
import { describeEarlyFlag, describeFlagOfFamily, describeUnknownCommand } from './describe-unknown.ts'
import { showCommandHelp, showFamilyHelp, showRootHelp, type HelpOptions } from './show-help.ts'

export type Answer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }

/** The help of one command, as wide as the terminal. */
export function showHelp(name: string, command: CanonistCommand, environment: Environment): string {
  return showCommandHelp(name, command, readHelpOptions(environment))
}

/** The response to arguments that name no command: help, the version, or an error. */
export async function answerWithoutCommand(
  found: Exclude<Found, { readonly kind: 'command' }>,
  environment: Environment,
): Promise<Answer> {
  if (found.kind === 'unknown') return { ok: false, message: describeUnknownCommand(SECTIONS, found, environment.args) }
  const [flag] = found.rest
  if (found.kind === 'root' && (flag === '--version' || flag === '-v')) return { ok: true, text: `${readVersion()}\n` }
  if (flag !== undefined && !HELP.has(flag)) {
    const message =
      found.kind === 'root'
        ? describeEarlyFlag(SECTIONS, found.rest)
        : await describeFlagOfFamily(found.name, found.family, found.rest)
    return { ok: false, message }
  }
  const options = readHelpOptions(environment)
  const text =
    found.kind === 'root'
      ? await showRootHelp(SECTIONS, options)
      : await showFamilyHelp(found.name, found.family, options)
  return { ok: true, text }
}

const HELP: ReadonlySet<string> = new Set(['--help', '-h'])

function readHelpOptions({ columns, hasColour }: Environment): HelpOptions {
  return { width: columns, paint: createPaint(hasColour) }
}
