import { writeReasonOf } from '../../../io/run-error.ts'
import { replaceFile } from '../../../links/replace-file.ts'
import type { FileFix } from '../../../links/validate.ts'

export interface Written {
  /** The names of the files that are fixed. */
  readonly fixed: ReadonlySet<string>
  /** Why the others are not. */
  readonly faults: readonly string[]
}

/** Writes the files one by one; one that cannot be written leaves the others alone. */
export async function writeFixes(fixes: readonly FileFix[]): Promise<Written> {
  const fixed = new Set<string>()
  const faults: string[] = []
  for (const { file, bytes } of fixes) {
    const fault = await replaceFile(file.name, file.bytes, bytes).then(
      (isDone) => (isDone ? null : 'somebody changed it meanwhile; run again'),
      (error: unknown) => writeReasonOf(error),
    )
    if (fault === null) fixed.add(file.name)
    else faults.push(`cannot write ${file.name}: ${fault}`)
  }
  return { fixed, faults }
}
