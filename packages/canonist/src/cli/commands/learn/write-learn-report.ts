import type { LearnResult } from '@canonist/core/learn'
import { formatJson } from '../../../text/format-json.ts'
import { formatLearnReport } from '../../../report/learn-markdown.ts'
import { writeFileWhole } from '../../output/file-output.ts'
import { print } from '../../output/print.ts'

/** Writes the whole report: JSON if the name of the file ends in .json, else Markdown. */
export async function writeLearnReport(file: string, result: LearnResult): Promise<void> {
  const text = file.endsWith('.json') ? `${formatJson(result, 2)}\n` : formatLearnReport(result)
  await writeFileWhole(file, (sink) => print(sink, text))
}
