import type { LearnResult } from '@canonist/learn/internal/log/types'
import { formatJson } from '@canonist/core/internal/text/format-json'
import { formatLearnReport } from '@canonist/learn/internal/rules/learn-markdown'
import { writeFileWhole } from '../../output/file-output.ts'
import { print } from '../../output/print.ts'

/** Writes the whole report: JSON if the name of the file ends in .json, else Markdown. */
export async function writeLearnReport(file: string, result: LearnResult): Promise<void> {
  const text = file.endsWith('.json') ? `${formatJson(result, 2)}\n` : formatLearnReport(result)
  await writeFileWhole(file, (sink) => print(sink, text))
}
