import type { BlockRunner } from './block-runner.ts'
import type { Input } from '../io/input.ts'
import { addTally, emptyTally } from '../io/outcome.ts'
import { addInput, NOTHING_SEEN, type OnProgress, type Report } from '../io/input-report.ts'
import { runBlocks } from './run-blocks.ts'
import type { Sink } from '../io/sink.ts'

/** Chooses where a block is worked on, by the bytes of all inputs that were read before it. */
export type ChooseRunner = (consumed: number) => BlockRunner

/** Works through lists of lines, one after the other. */
export async function runLines(
  inputs: readonly Input[],
  choose: ChooseRunner,
  sink: Sink,
  onProgress: OnProgress,
): Promise<Report> {
  let report = NOTHING_SEEN
  let before = 0
  for (const input of inputs) {
    const tally = emptyTally()
    before += await input.read(async (source) => {
      await runBlocks(source, {
        runnerFor: (consumed) => choose(before + consumed),
        write: async (result) => {
          if (result.length > 0) await sink.write(result.output.subarray(0, result.length))
          addTally(tally, result.tally)
          onProgress(before + source.consumed(), report.lines + tally.lines)
        },
      })
      return source.consumed()
    })
    report = addInput(report, input.name, tally)
  }
  return report
}
