import {
  exportCleanParam,
  exportClearUrls,
  exportHeritrix,
  exportNutch,
  type ExportResult,
  type PolicySpec,
} from '@canonist/core'
import { buildCommand } from '@stricli/core'
import { RunError } from '../../../io/run-error.ts'
import { command, type CanonistContext, type DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { quietFlag, text } from '../../flags/common.ts'
import { loadPolicy } from '../../load-policy.ts'
import { plural } from '../../../text/plural.ts'
import { printData } from '../../output/print.ts'
import { excerpt } from '../../../text/printable.ts'

const FORMATS = ['clean-param', 'nutch', 'heritrix', 'clearurls'] as const

interface Flags {
  readonly as: (typeof FORMATS)[number]
  readonly host: string | undefined
  readonly quiet: boolean
}

async function exportPolicy(environment: Environment, flags: Flags, ref: string): Promise<DoneExitCode> {
  if (flags.as !== 'clean-param' && flags.host !== undefined) {
    throw new RunError(`--host is for clean-param; ${flags.as} names hosts itself`, 2)
  }
  const { policy } = await loadPolicy(ref)
  const { text: written, exported, leftOut } = write(policy.spec, flags)
  await printData(environment.sink, written)
  if (!flags.quiet) tellLeftOut(environment, exported, leftOut)
  return leftOut.length > 0 ? 1 : 0
}

function write(spec: PolicySpec, { as, host }: Flags): ExportResult {
  if (as === 'nutch') return exportNutch(spec)
  if (as === 'heritrix') return exportHeritrix(spec)
  if (as === 'clearurls') return exportClearUrls(spec)
  return exportCleanParam(spec, { host: host ?? onlyHost(spec) })
}

/** A robots.txt is one host's; a policy for a single site says itself whose. */
function onlyHost({ sites = {} }: PolicySpec): string {
  const [host, ...others] = Object.keys(sites)
  if (host !== undefined && others.length === 0) return host
  throw new RunError('a robots.txt is for one host; add --host, for example --host example.com', 2)
}

function tellLeftOut({ tell }: Environment, exported: number, leftOut: ExportResult['leftOut']): void {
  for (const { at, reason } of leftOut) tell(`canonist: ${excerpt(at)}: left out: ${excerpt(reason)}`)
  tell(`canonist: ${plural(exported, 'rule')} exported, ${leftOut.length.toLocaleString('en')} left out`)
}

export const policyExportCommand = buildCommand<Flags, [string], CanonistContext>({
  func: command(exportPolicy),
  parameters: {
    flags: {
      as: { kind: 'enum', values: FORMATS, brief: 'The format to write' },
      host: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'HOST',
        brief: 'Whose robots.txt it is for (clean-param) [default = the only site of the policy]',
      },
      quiet: quietFlag,
    },
    aliases: { q: 'quiet' },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: text, placeholder: 'NAME|FILE', brief: 'A built-in policy, or a policy file' }],
    },
  },
  docs: {
    brief: 'Write what a policy says in the words of another tool',
    customUsage: ['--as clean-param|nutch|heritrix|clearurls [flags] NAME|FILE'],
    fullDescription: [
      'Writes Clean-param lines for a robots.txt (Yandex), a regex-normalize.xml (Apache Nutch), a canonicalization policy',
      '(Heritrix 3) or a ClearURLs catalogue to stdout. What the format has no words for is told on stderr, with the reason, and gives exit code 1.',
      '',
      'EXAMPLES',
      '  canonist policy export --as nutch learned.json > regex-normalize.xml',
      '  canonist policy export --as clean-param --host example.com learned.json >> robots.txt',
    ].join('\n'),
  },
})
