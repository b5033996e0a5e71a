import { definePolicy, PolicyError, tryNormalize, type Policy, type PolicySpec } from '@canonist/core'
import { suggestField } from './suggest-field.ts'

export interface ExampleResult {
  readonly input: string
  readonly expected: string
  readonly actual: string
  readonly passes: boolean
}

export type ReadPolicy =
  | { readonly ok: true; readonly policy: Policy; readonly examples: readonly ExampleResult[] }
  | {
      readonly ok: false
      readonly path: string
      readonly message: string
      /** The field that was probably meant by one that does not exist. */
      readonly suggestion: string | null
    }

/** A policy from the text of a file, JSON or YAML, with its examples run; or what is wrong with it, and where. */
export async function readPolicy(text: string): Promise<ReadPolicy> {
  const { parse, YAMLParseError } = await import('yaml')
  try {
    const spec = parse(text) as PolicySpec
    const policy = definePolicy(spec)
    return { ok: true, policy, examples: runExamples(policy, spec) }
  } catch (error) {
    if (error instanceof PolicyError) return describeFault(error)
    if (error instanceof YAMLParseError) {
      const line = error.linePos?.[0].line
      const path = line === undefined ? '' : `line ${line}`
      return { ok: false, path, message: error.message.split('\n')[0] ?? '', suggestion: null }
    }
    throw error
  }
}

/** With a suggestion, the list of all fields that would be possible only distracts. */
function describeFault({ path, message }: PolicyError): Extract<ReadPolicy, { ok: false }> {
  const suggestion = suggestField(path)
  return { ok: false, path, message: suggestion === null ? message : `${path} is not a field of a policy.`, suggestion }
}

/** A policy as the text of a file. */
export async function writePolicy(spec: object): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(spec)
}

const INVALID = 'invalid'

/** As `canonist policy test`: an example without `url` says that its input is already normal. */
function runExamples(policy: Policy, { examples = [] }: PolicySpec): ExampleResult[] {
  return examples.map(({ input, url = input, invalid }) => {
    const outcome = tryNormalize(input, policy)
    const actual = outcome.ok ? outcome.url : INVALID
    const expected = invalid === true ? INVALID : url
    return { input, expected, actual, passes: actual === expected }
  })
}
