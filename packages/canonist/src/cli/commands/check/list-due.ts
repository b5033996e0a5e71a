import { formatJson } from '@canonist/core/internal/text/format-json'
import type { DuePage, Health, PageFilter } from '@canonist/server/internal/app/check/run-check'
import type { CheckFlags } from './flags.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { plural } from '@canonist/core/internal/text/plural'
import { print } from '../../output/print.ts'
import { describeEffectivePolicy } from './describe-effective-policy.ts'
import { toPrintable } from '@canonist/core/internal/text/printable'

/** Lists the pages that a pass would check, one per line; `--format json` prints an object per line. */
export async function listDue(
  environment: Environment,
  { format, limit = Number.POSITIVE_INFINITY, quiet }: CheckFlags,
  health: Health,
  filter: PageFilter,
): Promise<DoneExitCode> {
  let count = 0
  for await (const page of health.streamDue(filter)) {
    if (count >= limit) break
    count += 1
    await print(environment.sink, format === 'json' ? `${formatJson(page)}\n` : formatLine(page))
  }
  if (!quiet)
    environment.notify(`canonist: ${plural(count, 'page')} due ${describeEffectivePolicy(health.effectivePolicy)}`)
  return 0
}

const formatLine = ({ priority, verdict, checkedAt, url }: DuePage): string =>
  `${priority}  ${(verdict ?? 'new').padEnd(16)}  ${(checkedAt ?? 'never').slice(0, 10).padEnd(10)}  ${toPrintable(url)}\n`
