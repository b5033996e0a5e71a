import {
  ArgumentScannerError,
  formatMessageForArgumentScannerError,
  text_en,
  type ApplicationText,
} from '@stricli/core'
import { toPrintable } from '../text/printable.ts'

/** The framework's messages in our form: thing, problem, fix. */
export function describeParseErrors(name: string): ApplicationText {
  const help = `Run canonist ${name} --help to see how to call it.`
  return {
    ...text_en,
    exceptionWhileParsingArguments: (error) => `canonist: ${toPrintable(describe(error))}. ${help}`,
  }
}

function describe(error: unknown): string {
  if (!(error instanceof ArgumentScannerError)) return String(error)
  return formatMessageForArgumentScannerError(error, {
    ArgumentParseError: ({ externalFlagNameOrPlaceholder: where, input, exception }) =>
      `${showName(where)} ${JSON.stringify(input)}: ${exception instanceof Error ? exception.message : String(exception)}`,
    EnumValidationError: ({ externalFlagName, input, values }) =>
      `${showName(externalFlagName)} ${JSON.stringify(input)}: it must be one of ${values.join(', ')}`,
    UnsatisfiedFlagError: ({ externalFlagName }) => `${showName(externalFlagName)} is missing, or its value is`,
    UnexpectedPositionalError: ({ expectedCount, input }) =>
      `${JSON.stringify(input)}: there are more arguments than the ${expectedCount} that the command takes`,
    UnsatisfiedPositionalError: ({ placeholder }) => `${placeholder} is missing`,
    UnexpectedFlagError: ({ externalFlagName, previousInput, input }) =>
      `${showName(externalFlagName)} is given twice, as ${previousInput} and as ${input}. Leave one out`,
  })
}

/** Flags come without their dashes, names of arguments in capitals. */
const showName = (name: string): string => (/^[A-Z]/.test(name) ? name : `--${name}`)
