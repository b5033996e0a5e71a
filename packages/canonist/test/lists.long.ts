import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryFolder } from '@canonist/test-support/command.ts'
import { feedList, startFeedWeb } from '@canonist/test-support/feed-list.ts'
import { runList } from '@canonist/test-support/run-list.ts'

const MOST_MEGABYTES = 300

test(
  '2,000 feeds of 222 KB need less than 300 MB',
  { skip: process.platform !== 'linux' && 'reads /proc' },
  async (t) => {
    const web = await startFeedWeb(222_000)
    t.after(() => web.close())
    const { path, file } = temporaryFolder()
    file('feeds.txt', feedList(2000))
    const mapping = ['--connect-to', `:80:127.0.0.1:${web.plainPort}`]
    const run = await runList(
      ['canonicalize', '--quiet', '--keep-http', '--host-delay', '200', 'feeds.txt', ...mapping],
      path,
    )
    t.diagnostic(
      `${run.peak.toFixed(0)} MB, first line after ${run.firstMs.toFixed(0)} of ${run.totalMs.toFixed(0)} ms`,
    )
    assert.deepEqual([run.code, run.lines.length], [0, 2000])
    assert.ok(run.peak < MOST_MEGABYTES, `${run.peak.toFixed(0)} MB`)
  },
)
