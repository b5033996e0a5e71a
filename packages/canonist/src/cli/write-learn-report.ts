import { writeFile } from 'node:fs/promises'
import type { LearnResult } from '@canonist/core/learn'
import { reasonOf, RunError } from '../bulk/run-error.ts'
import { shownName } from '../bulk/shown-name.ts'
import { jsonText } from '../report/json-text.ts'
import { learnMarkdown } from '../report/learn-markdown.ts'

/** The whole report, in the format that the name of the file asks for. */
export async function writeLearnReport(file: string, result: LearnResult): Promise<void> {
  const text = file.endsWith('.json') ? `${jsonText(result, 2)}\n` : learnMarkdown(result)
  await writeFile(file, text).catch((error: unknown) =>
    Promise.reject(new RunError(`cannot write ${shownName(file)}: ${reasonOf(error)}`, 3, error)),
  )
}
