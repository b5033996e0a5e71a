import { tryNormalize, type Policy, type PolicyExample } from '@canonist/core'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { loadPolicy } from '../../../app/policies/load-policy.ts'
import { createPaint, type Paint } from '../../output/paint.ts'
import { plural } from '../../../text/plural.ts'
import { print, printJson } from '../../output/print.ts'
import { excerpt, printable } from '../../../text/printable.ts'
import { expiredRules, type ExpiredRule } from '../../../learn/expired-rules.ts'
import { table } from '../../output/table.ts'

export interface PolicyTestFlags {
  readonly json: boolean
}

interface ExampleFailure {
  readonly input: string
  readonly expected: string
  readonly actual: string
}

interface FileResult {
  readonly file: string
  readonly examples: number
  readonly failures: readonly ExampleFailure[]
  /** Learned rules whose time is over, where there are any. */
  readonly expired?: readonly ExpiredRule[]
}

export async function testPolicies(
  environment: Environment,
  { json }: PolicyTestFlags,
  ...files: readonly string[]
): Promise<DoneExitCode> {
  const results: FileResult[] = []
  for (const file of files) results.push(await testFile(file, environment.now()))
  if (json) await printJson(environment.sink, results)
  else await print(environment.sink, results.map((result) => page(result, createPaint(environment.hasColour))).join(''))
  for (const result of results) tellExpired(environment, result)
  return results.some(({ failures }) => failures.length > 0) ? 1 : 0
}

/** Only the file's own examples: those of a file that it extends need not hold where it differs. */
async function testFile(file: string, now: number): Promise<FileResult> {
  const { policy, own } = await loadPolicy(file)
  const examples = (own ?? policy.spec).examples ?? []
  const failures = examples.map((example) => failureOf(example, policy)).filter((failure) => failure !== null)
  const expired = expiredRules(policy.spec, now)
  return { file, examples: examples.length, failures, ...(expired.length > 0 && { expired }) }
}

/** Time alone breaks no rule, so it is told, and is no failure. */
function tellExpired({ tell }: Environment, { file, expired = [] }: FileResult): void {
  const [first] = expired
  if (first === undefined) return
  const example = `${excerpt(first.rule)}, since ${excerpt(first.expiry)}`
  tell(`canonist: ${file}: ${plural(expired.length, 'rule')} should be learned anew: ${example}`)
}

/** Without `url` an example says that its input is normal already. */
function failureOf(example: PolicyExample, policy: Policy): ExampleFailure | null {
  const outcome = tryNormalize(example.input, policy)
  const expected = example.invalid === true ? 'invalid' : (example.url ?? example.input)
  const actual = outcome.ok ? outcome.url : 'invalid'
  if (expected === actual) return null
  return { input: example.input, expected, actual: outcome.ok ? actual : `invalid (${outcome.code})` }
}

function page({ file, examples, failures }: FileResult, paint: Paint): string {
  const name = printable(file)
  if (examples === 0) return `${name}: no examples to run; add some under examples\n`
  if (failures.length === 0)
    return `${name}: ${paint('green', `${plural(examples, 'example')} ${examples === 1 ? 'holds' : 'hold'}`)}\n`
  const rows = failures.flatMap(({ input, expected, actual }) => [
    [paint('dim', 'input'), printable(input)],
    [paint('dim', 'expected'), paint('green', printable(expected))],
    [paint('dim', 'became'), paint('red', printable(actual))],
    [''],
  ])
  return `${name}: ${paint('red', `${failures.length} of ${plural(examples, 'example')} failed`)}\n\n${table(rows)}`
}
