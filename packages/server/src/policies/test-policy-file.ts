import { tryNormalize, type Policy, type PolicyExample } from '@canonist/core'
import { listExpiredRules, type ExpiredRule } from '@canonist/learn/internal/rules/expired-rules'
import { loadPolicy } from './load-policy.ts'

export interface ExampleFailure {
  readonly input: string
  readonly expected: string
  readonly actual: string
}

export interface PolicyTestResult {
  readonly file: string
  readonly examples: number
  readonly failures: readonly ExampleFailure[]
  /** Learned rules whose time is over, where there are any. */
  readonly expired?: readonly ExpiredRule[]
}

/** Runs the file's own examples: those of a file that it extends need not hold where it differs. */
export async function testPolicyFile(file: string, now: number): Promise<PolicyTestResult> {
  const { policy, own } = await loadPolicy(file)
  const examples = (own ?? policy.spec).examples ?? []
  const failures = examples.map((example) => findFailure(example, policy)).filter((failure) => failure !== null)
  const expired = listExpiredRules(policy.spec, now)
  return { file, examples: examples.length, failures, ...(expired.length > 0 && { expired }) }
}

/** Without `url` an example says that its input is normal already. */
function findFailure(example: PolicyExample, policy: Policy): ExampleFailure | null {
  const outcome = tryNormalize(example.input, policy)
  const expected = example.invalid === true ? 'invalid' : (example.url ?? example.input)
  const actual = outcome.ok ? outcome.url : 'invalid'
  if (expected === actual) return null
  return { input: example.input, expected, actual: outcome.ok ? actual : `invalid (${outcome.code})` }
}
