import { policies } from '@canonist/core'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { createPaint } from '../../output/paint.ts'
import { print, printJson } from '../../output/print.ts'
import { table } from '../../output/table.ts'

export interface PolicyListFlags {
  readonly json: boolean
}

export async function listPolicies({ sink, hasColour }: Environment, { json }: PolicyListFlags): Promise<DoneExitCode> {
  const paint = createPaint(hasColour)
  const all = Object.values(policies)
  if (json) {
    const listed = all.map(({ name, fingerprint, spec }) => ({
      name,
      fingerprint,
      description: spec.description ?? '',
    }))
    await printJson(sink, listed)
    return 0
  }
  const rows = all.map(({ name, fingerprint, spec }) => [
    paint('bold', name),
    paint('dim', fingerprint),
    spec.description ?? '',
  ])
  await print(sink, table(rows, ''))
  return 0
}
