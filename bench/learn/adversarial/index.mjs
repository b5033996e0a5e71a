// Logs that once led the learner to wrong rules, with the shares swept, and the URLs that it must keep apart.
import { assetLogs } from './assets.mjs'
import { makeInDraw } from './log.mjs'
import { noisyLogs } from './noisy.mjs'
import { sampledLogs } from './sampled.mjs'
import { sharedVariantLogs } from './shared-variants.mjs'
import { swapLogs } from './swaps.mjs'
import { translatedLogs, unmeasuredLogs } from './translated.mjs'

/**
 * @param size of the logs: `full` for the benchmark, `small` for tests
 * @param draw number of the random draw; the benchmark has 0
 */
export const adversarialLogs = (size, draw = 0) =>
  Object.fromEntries(
    Object.entries(listLogs(size)).map(([kind, logs]) => [
      kind,
      logs.map((log) => ({ ...log, records: () => makeInDraw(draw, log.records) })),
    ]),
  )

const listLogs = (size) => ({
  'sites larger than the sample': size === 'full' ? sampledLogs(4000, 10) : sampledLogs(400, 10),
  'values that decide on few pages': [...swapLogs(600), ...(size === 'full' ? swapLogs(3000) : [])],
  'languages, versions, years and channels': [...translatedLogs(600), ...(size === 'full' ? translatedLogs(3000) : [])],
  'differences without measured noise': [...unmeasuredLogs(600), ...(size === 'full' ? unmeasuredLogs(3000) : [])],
  'spellings that agree with each other': [
    ...sharedVariantLogs(600),
    ...(size === 'full' ? sharedVariantLogs(3000) : []),
  ],
  'differences beside measured noise': [...noisyLogs(600), ...(size === 'full' ? noisyLogs(3000) : [])],
  'assets and near simhashes': assetLogs(),
})

/**
 * @param learn gives `{ apply(url) }` for records and options
 * @returns the pairs that it merges although they are two pages
 */
export async function findWrongMerges({ records, options, apart }, learn) {
  const { apply } = await learn(records(), options)
  return apart.filter(([one, other]) => apply(one) === apply(other))
}
