import {
  importPolicy,
  type ImportResult,
  type PolicyListFormat,
} from '@canonist/server/internal/policies/convert-policy'
import { openInputFile, readText } from '@canonist/lists/internal/io/input'
import { RunError } from '../../run-error.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { plural } from '@canonist/core/internal/text/plural'
import { printJson } from '../../output/print.ts'
import { excerpt } from '@canonist/core/internal/text/printable'
import type { PolicyImportFlags } from './command.ts'

export async function run(environment: Environment, flags: PolicyImportFlags, file: string): Promise<DoneExitCode> {
  const { inputFormat: from, host } = flags
  if (from === 'clean-param' && host === undefined) {
    throw new RunError('A robots.txt does not name its host. Add --host, for example --host example.com.', 2)
  }
  if (from !== 'clean-param' && host !== undefined) {
    throw new RunError(`--host is for clean-param only, because a ${from} list names its own hosts. Leave it out.`, 2)
  }
  const input = file === '-' ? await environment.stdin() : await openInputFile(file)
  const { spec, imported, skipped } = importPolicy(await readText(input), { ...flags, from, list: input.name })
  await printJson(environment.sink, spec)
  if (!flags.quiet) reportSkipped(environment, input.name, imported, skipped)
  if (!flags.quiet && imported === 0) reportNothing(environment, input.name, from)
  return skipped.length > 0 || imported === 0 ? 1 : 0
}

function reportSkipped(
  { notify }: Environment,
  file: string,
  imported: number,
  skipped: ImportResult['skipped'],
): void {
  for (const { at, text: rule, reason } of skipped) {
    notify(`canonist: ${file}, ${at}: skipped ${excerpt(rule)}: ${reason}`)
  }
  notify(`canonist: ${plural(imported, 'rule')} imported, ${skipped.length.toLocaleString('en')} skipped`)
}

function reportNothing({ notify }: Environment, file: string, from: PolicyListFormat): void {
  notify(`canonist: ${file} has no ${from} rule that a policy can express. Check the file and --input-format.`)
}
