import { listPolicies } from '@canonist/server/internal/policies/describe-policies'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { createPaint } from '../../output/paint.ts'
import { print, printJson } from '../../output/print.ts'
import { formatTable } from '../../output/format-table.ts'
import type { PolicyListFlags } from './command.ts'

export async function run({ sink, hasColour }: Environment, { json }: PolicyListFlags): Promise<DoneExitCode> {
  const paint = createPaint(hasColour)
  const all = listPolicies()
  if (json) {
    await printJson(sink, all)
    return 0
  }
  const rows = all.map(({ name, fingerprint, description }) => [
    paint('bold', name),
    paint('dim', fingerprint),
    description,
  ])
  await print(sink, formatTable(rows, ''))
  return 0
}
