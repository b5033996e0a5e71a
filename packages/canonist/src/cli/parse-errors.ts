import { ArgumentScannerError, formatMessageForArgumentScannerError } from '@stricli/core'
import { describeChoices } from '@canonist/core/internal/text/nearest'
import { toPrintable } from '@canonist/core/internal/text/printable'
import type { CanonistCommand } from './define-command.ts'
import { ChoiceError, type ChoiceParser } from './flags/values.ts'
import { toKebab } from './help/flag-text.ts'

/** The framework's message about an argument in our form: thing, problem, fix. */
export function describeParseError(error: unknown, name: string, command: CanonistCommand): string {
  const help = `Run canonist ${name} --help to see how to call it.`
  if (!(error instanceof ArgumentScannerError)) return `${toPrintable(String(error))}. ${help}`
  const text = formatMessageForArgumentScannerError(error, {
    ArgumentParseError: ({ externalFlagNameOrPlaceholder: where, input, exception }) =>
      `${showName(where)} ${JSON.stringify(input)}: ${describeValueError(exception)}`,
    EnumValidationError: ({ externalFlagName, input, values }) =>
      `${showName(externalFlagName)} ${JSON.stringify(input)}: ${describeChoices(input, values)}`,
    UnsatisfiedFlagError: ({ externalFlagName }) =>
      `${showName(externalFlagName)} is missing, or its value is. ${describeFlagChoices(externalFlagName, command) ?? help}`,
    UnexpectedPositionalError: ({ expectedCount, input }) =>
      `${JSON.stringify(input)}: there are more arguments than the ${expectedCount} that the command takes. ${help}`,
    UnsatisfiedPositionalError: ({ placeholder }) => describeMissing(placeholder, command),
    UnexpectedFlagError: ({ externalFlagName, previousInput, input }) =>
      `${showName(externalFlagName)} is given twice, as ${previousInput} and as ${input}. Leave one out.`,
  })
  return toPrintable(text)
}

/** Flags come without their dashes, names of arguments in capitals. */
const showName = (name: string): string => (/^[A-Z]/.test(name) ? name : `--${name}`)

/** What a parser of values threw, as a sentence: it says what is valid. */
export function describeValueError(exception: unknown): string {
  if (exception instanceof ChoiceError) return describeChoices(exception.value, exception.choices)
  return `${exception instanceof Error ? exception.message : String(exception)}.`
}

function describeFlagChoices(name: string, { parameters }: CanonistCommand): string | null {
  const flag = Object.entries(parameters.flags ?? {}).find(([key]) => toKebab(key) === name)?.[1]
  return flag?.kind === 'enum' ? `Give it one of ${flag.values.join(', ')}.` : null
}

/** An argument that is missing, with a command that has it: at the end, without a full stop, so that people can copy it. */
function describeMissing(placeholder: string, { parameters, help }: CanonistCommand): string {
  const { positional } = parameters
  const described = positional?.kind === 'tuple' ? positional.parameters : []
  const parser = described.find((each) => each.placeholder === placeholder)?.parse as
    | Partial<ChoiceParser<string>>
    | undefined
  const choices = parser?.choices === undefined ? '' : `: it is one of ${parser.choices.join(', ')}`
  return `${placeholder} is missing${choices}. For example: ${help.examples[0] ?? ''}`
}
