import type { OnRejected } from '../../io/input-report.ts'
import { formatJson } from '../../text/format-json.ts'
import { writeFileWhole } from './file-output.ts'
import { print } from './print.ts'

/** Runs a command that reads lists, and writes its rejected inputs to the file of `--rejects`, where one is named. */
export async function withRejects<T>(
  file: string | undefined,
  run: (onRejected: OnRejected | undefined) => Promise<T>,
): Promise<T> {
  if (file === undefined) return run(undefined)
  return writeFileWhole(file, (sink) =>
    run(async (rejected) => {
      const lines = rejected.map(({ input, source, line, code, message }) =>
        formatJson({ input, file: source, line, code, message }),
      )
      if (lines.length > 0) await print(sink, `${lines.join('\n')}\n`)
    }),
  )
}
