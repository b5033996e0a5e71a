import { createWriteError, IoError } from '@canonist/lists/internal/io/errors'
import { replaceFile } from './replace-file.ts'
import type { FileFix } from './validate.ts'

export interface WrittenFixes {
  /** The names of the files that are fixed. */
  readonly fixed: ReadonlySet<string>
  /** Why the others are not, a sentence each. */
  readonly faults: readonly string[]
}

/** Writes the files one by one; one that cannot be written leaves the others alone. */
export async function writeFixes(fixes: readonly FileFix[]): Promise<WrittenFixes> {
  const fixed = new Set<string>()
  const faults: string[] = []
  for (const { file, bytes } of fixes) {
    const fault = await replaceFile(file.name, file.bytes, bytes).then(
      (isDone) => (isDone ? null : `cannot write ${file.name}: It was changed meanwhile. Run again.`),
      (error: unknown) => (error instanceof IoError ? error : createWriteError(file.name, error)).message,
    )
    if (fault === null) fixed.add(file.name)
    else faults.push(fault)
  }
  return { fixed, faults }
}
