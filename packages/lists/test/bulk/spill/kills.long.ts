import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { killUntilDone, runToEnd } from './killed-dedupe.ts'
import { makeLines, makeTable } from './lists.ts'

const folder = mkdtempSync(join(tmpdir(), 'canonist-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const temp = join(folder, 'temp')
const RUNS = 10
const KILLS = 10
const LINES = 1_500_000

const KINDS = [
  { why: 'unique lines', file: 'list.txt', flags: [] },
  { why: 'groups', file: 'list.txt', flags: ['--groups'] },
  { why: 'unique rows', file: 'list.csv', flags: ['--column', 'url'] },
]

before(() => {
  mkdirSync(temp)
  writeFileSync(join(folder, 'list.txt'), `${makeLines(1, LINES).join('\n')}\n`)
  writeFileSync(join(folder, 'list.csv'), makeTable(2, LINES))
})

describe(`dedupe of ${LINES} lines, ${RUNS} times killed ${KILLS} times`, () => {
  for (const { why, file, flags } of KINDS) {
    test(why, async (t) => {
      const list = join(folder, file)
      const digest = await runToEnd(['dedupe', ...flags, '--memory', '10GB', list])
      const args = ['dedupe', ...flags, '--memory', '8MB', '--temp', temp, list]
      const started = performance.now()
      await runToEnd(args)
      const withinMs = Math.ceil(performance.now() - started)
      let resumed = 0
      for (let run = 0; run < RUNS; run += 1) {
        resumed += await killUntilDone({ args, digest, temp, kills: KILLS, withinMs, seed: run + 1 })
      }
      t.diagnostic(`${resumed} of ${RUNS * KILLS} kills left a state to resume from`)
    })
  }
})
