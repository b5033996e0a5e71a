import { reasonOf, RunError } from '../bulk/run-error.ts'
import { replaceFile } from '../knowledge/replace-file.ts'
import type { FileFix } from '../knowledge/validate.ts'
import type { Environment } from './environment.ts'

/** Writes the files one by one and gives the names of those that are fixed; one that cannot be written leaves the others alone. */
export async function writeFixes(environment: Environment, fixes: readonly FileFix[]): Promise<Set<string>> {
  const salt = environment.salt.replace(/\W/g, '')
  const fixed = new Set<string>()
  const failed: string[] = []
  for (const { file, bytes } of fixes) {
    const fault = await replaceFile(file.name, file.bytes, bytes, salt).then(
      (isDone) => (isDone ? null : 'somebody changed it meanwhile; run again'),
      (error: unknown) => reasonOf(error),
    )
    if (fault === null) fixed.add(file.name)
    else failed.push(`cannot write ${file.name}: ${fault}`)
  }
  for (const line of failed.slice(1)) environment.tell(`canonist: ${line}`)
  if (failed[0] !== undefined) throw new RunError(failed[0], 3)
  return fixed
}
