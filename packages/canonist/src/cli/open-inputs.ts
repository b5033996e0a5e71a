import { openInputFile, createTextInput, type Input, type InputFileOptions } from '@canonist/lists/internal/io/input'
import { IoError } from '@canonist/lists/internal/io/errors'
import { RunError } from './run-error.ts'
import type { Environment } from './environment.ts'
import { addScheme } from '@canonist/core/internal/text/add-scheme'
import { isUrl } from '@canonist/core/internal/text/is-url'

/**
 * Opens the lists that the arguments name: files, `-` for stdin, or URLs. Without arguments it opens stdin.
 *
 * @param options whether the command looks at the bytes of files itself, and the format that was named
 */
export async function openInputs(
  args: readonly string[],
  environment: Environment,
  options: Pick<InputFileOptions, 'mayBeBinary' | 'format'> = {},
): Promise<Input[]> {
  if (args.length === 0 && environment.isTypedIn) {
    environment.notify('canonist: Type or paste URLs, one per line. Press Ctrl-D to end the list.')
  }
  if (args.length === 0) return [await environment.stdin()]
  const inputs: Input[] = []
  for (const [index, arg] of args.entries()) {
    if (arg === '-') inputs.push(await environment.stdin())
    else if (isUrl(arg)) inputs.push(createTextInput(`argument ${index + 1}`, arg))
    else
      inputs.push(
        await openInputFile(arg, { ...options, onWarning: environment.warn }).catch((error: unknown) =>
          Promise.reject(addUrlHint(error, arg)),
        ),
      )
  }
  return inputs
}

/** `example.com/feed` is the name of a file. If there is no such file and it may be meant as a URL, says how to write that. */
function addUrlHint(error: unknown, arg: string): unknown {
  const url = addScheme(arg)
  if (!(error instanceof IoError) || error.kind !== 'missing' || url === null) return error
  return new RunError(`${error.message} If it is a URL, write ${url}`, 3, error)
}
