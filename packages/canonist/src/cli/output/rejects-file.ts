import type { Input } from '@canonist/lists/internal/io/input'
import type { OnRejected } from '@canonist/lists/internal/io/input-report'
import { formatJson } from '@canonist/core/internal/text/format-json'
import { quoteEmpty } from '@canonist/core/internal/text/quote-empty'
import type { OutputFlag } from '../define-command.ts'
import type { Environment } from '../environment.ts'
import type { RejectionFlags } from '../flags/rejections.ts'
import { RunError } from '../run-error.ts'
import { isSameFile, rejectRegistryFile, writeFileWhole } from './file-output.ts'
import { print } from './print.ts'

/** The flags that name files. */
type FileFlags = Pick<RejectionFlags, 'rejects'> & OutputFlag & { readonly db?: string | undefined }

/** Runs a command that reads lists, and writes its rejected inputs to the file of `--rejects`, where one is named. */
export async function withRejects<T>(
  environment: Environment,
  flags: FileFlags,
  inputs: readonly Pick<Input, 'name'>[],
  run: (onRejected: OnRejected | undefined) => Promise<T>,
): Promise<T> {
  const { rejects: file } = flags
  if (file === undefined) return run(undefined)
  rejectOtherFiles(file, flags, inputs, environment)
  return writeFileWhole(file, (sink) =>
    run(async (rejected) => {
      const lines = rejected.map(({ input, source, line, code, message }) =>
        formatJson({ input, file: source, line, code, message }),
      )
      if (lines.length > 0) await print(sink, `${lines.join('\n')}\n`)
    }),
  )
}

function rejectOtherFiles(
  file: string,
  { output, db }: FileFlags,
  inputs: readonly Pick<Input, 'name'>[],
  { database }: Environment,
): void {
  if (file === '-') throw new RunError('--rejects needs a file, because - is stdout, where the results go.', 2)
  rejectRegistryFile(file, db ?? database, '--rejects')
  if (inputs.some(({ name }) => isSameFile(name, file)))
    throw new RunError(`${quoteEmpty(file)} is an input, and --rejects would replace it. Name another file.`, 2)
  if (output !== undefined && (output === file || isSameFile(output, file)))
    throw new RunError(`${quoteEmpty(file)} is named by --rejects and by --output. Name two different files.`, 2)
}
