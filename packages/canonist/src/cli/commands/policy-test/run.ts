import { testPolicyFile, type PolicyTestResult } from '@canonist/server/internal/policies/test-policy-file'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { createPaint, type Paint } from '../../output/paint.ts'
import { plural } from '@canonist/core/internal/text/plural'
import { print, printJson } from '../../output/print.ts'
import { excerpt, toPrintable } from '@canonist/core/internal/text/printable'
import { formatTable } from '../../output/format-table.ts'
import type { PolicyTestFlags } from './command.ts'

export async function run(
  environment: Environment,
  { json }: PolicyTestFlags,
  ...files: readonly string[]
): Promise<DoneExitCode> {
  const results: PolicyTestResult[] = []
  for (const file of files) results.push(await testPolicyFile(file, environment.now()))
  if (json) await printJson(environment.sink, results)
  else
    await print(
      environment.sink,
      results.map((result) => showTest(result, createPaint(environment.hasColour))).join(''),
    )
  for (const result of results) reportExpired(environment, result)
  return results.some(({ failures }) => failures.length > 0) ? 1 : 0
}

/** An expired rule is reported, but does not fail the test: it may still be correct. */
function reportExpired({ notify }: Environment, { file, expired = [] }: PolicyTestResult): void {
  const [first] = expired
  if (first === undefined) return
  const example = `${excerpt(first.rule)}, since ${excerpt(first.expiry)}`
  notify(`canonist: ${file}: ${plural(expired.length, 'rule')} expired. Relearn them. First: ${example}`)
}

function showTest({ file, examples, failures }: PolicyTestResult, paint: Paint): string {
  const name = toPrintable(file)
  if (examples === 0) return `${name}: no examples to run. Add some to the field examples.\n`
  if (failures.length === 0) return `${name}: ${paint('green', `${plural(examples, 'example')} passed`)}\n`
  const rows = failures.flatMap(({ input, expected, actual }) => [
    [paint('dim', 'input'), toPrintable(input)],
    [paint('dim', 'expected'), paint('green', toPrintable(expected))],
    [paint('dim', 'became'), paint('red', toPrintable(actual))],
    [''],
  ])
  return `${name}: ${paint('red', `${failures.length} of ${plural(examples, 'example')} failed`)}\n\n${formatTable(rows)}`
}
