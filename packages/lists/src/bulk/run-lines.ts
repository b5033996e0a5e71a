import type { BlockRunner } from './block-runner.ts'
import type { BlockResult } from './block-work.ts'
import type { Input } from '../io/input.ts'
import { LineBlocks } from '../io/line-blocks.ts'
import { addTally, createTally, type Tally } from '../io/line-outcome.ts'
import {
  addToReport,
  EMPTY_REPORT,
  type OnProgress,
  type OnRejected,
  type RejectedInput,
  type InputReport,
} from '../io/input-report.ts'
import { runBlocks } from './run-blocks.ts'
import type { Sink } from '../io/sink.ts'

/** Chooses the runner for a block by the number of bytes that were read before it, from all inputs. */
export type ChooseRunner = (consumed: number) => BlockRunner

/** Works through lists of lines, one after the other. */
export async function runLines(
  inputs: readonly Input[],
  choose: ChooseRunner,
  sink: Sink,
  onProgress: OnProgress,
  onRejected?: OnRejected,
): Promise<InputReport> {
  let report = EMPTY_REPORT
  let before = 0
  for (const input of inputs) {
    const tally = createTally()
    before += await input.read(async (source) => {
      await runBlocks(source, {
        chooseRunner: (consumed) => choose(before + consumed),
        cut: (take) => new LineBlocks(source, take),
        write: async (result) => {
          await writeResult(result, { sink, tally, source: input.name, onRejected })
          onProgress(before + source.consumed(), report.lines + tally.lines)
        },
      })
      return source.consumed()
    })
    report = addToReport(report, input.name, tally)
  }
  return report
}

interface ResultTarget {
  readonly sink: Sink
  /** The tally of the current input. */
  readonly tally: Tally
  /** The name of the input. */
  readonly source: string
  readonly onRejected: OnRejected | undefined
}

/** Writes the result of a block, passes on what it rejects, and counts it. */
export async function writeResult(
  { output, length, tally: added }: BlockResult,
  { sink, tally, source, onRejected }: ResultTarget,
): Promise<void> {
  if (length > 0) await sink.write(output.subarray(0, length))
  await onRejected?.(numberRejected(added, tally.fileLines, source))
  addTally(tally, added)
}

/** The rejected lines of a block, numbered in their input. */
function numberRejected({ kept }: Tally, before: number, source: string): RejectedInput[] {
  return (kept ?? []).map((rejected) => Object.assign(rejected, { line: before + rejected.line, source }))
}
