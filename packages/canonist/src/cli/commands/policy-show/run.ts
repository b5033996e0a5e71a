import { describePolicy } from '@canonist/server/internal/policies/describe-policies'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { loadPolicy } from '@canonist/server/internal/policies/load-policy'
import { createPaint } from '../../output/paint.ts'
import { print, printJson } from '../../output/print.ts'
import { toPrintable, toPrintableLines } from '@canonist/core/internal/text/printable'
import { TIER_COLOURS } from '../../output/show-change.ts'
import { formatTable } from '../../output/format-table.ts'
import type { PolicyShowFlags } from './command.ts'

export async function run(
  { sink, hasColour }: Environment,
  { json }: PolicyShowFlags,
  ref: string,
): Promise<DoneExitCode> {
  const description = describePolicy((await loadPolicy(ref)).policy)
  const { name, fingerprint, spec, rules } = description
  if (json) {
    await printJson(sink, description)
    return 0
  }
  const paint = createPaint(hasColour)
  const { stringify } = await import('yaml')
  const rows = rules.map(({ id, tier, summary }) => [paint('bold', id), paint(TIER_COLOURS[tier], tier), summary])
  const heading = `${paint('bold', toPrintable(name))} ${paint('dim', fingerprint)}`
  const always = paint('dim', '  Fixes that the URL standard requires while parsing are always on and not listed.')
  await print(sink, `${heading}\n\n${indentLines(toPrintableLines(stringify(spec)))}\n${formatTable(rows)}${always}\n`)
  return 0
}

function indentLines(block: string): string {
  return block.replace(/^(?=.)/gm, '  ')
}
