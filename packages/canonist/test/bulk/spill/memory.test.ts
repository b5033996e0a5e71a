import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runList } from '../../support/run-list.ts'

const folder = mkdtempSync(join(tmpdir(), 'canonist-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const list = join(folder, 'list.txt')
/** CONTRACT: the peak is at most the limit and this. */
const BESIDES_MEGABYTES = 120
const LINES = 300_000

before(() => {
  const lines = Array.from(
    { length: LINES },
    (_, index) => `https://www.example-${index % 500}.com/articles/${index}?id=${index}`,
  )
  writeFileSync(list, `${lines.join('\n')}\n`)
})

for (const { flags, megabytes } of [
  { flags: ['--jobs', '1'], megabytes: 2 },
  { flags: ['--jobs', '2'], megabytes: 2 },
  { flags: ['--groups'], megabytes: 20 },
]) {
  const args = ['dedupe', '--quiet', ...flags, '--memory', `${megabytes}MB`]
  test(
    `canonist ${args.join(' ')} keeps to its limit`,
    { skip: process.platform !== 'linux' && 'reads /proc' },
    async (t) => {
      const { code, lines, peak } = await runList([...args, '--temp', folder, list], folder)
      assert.equal(code, 0)
      assert.equal(lines.length, LINES)
      t.diagnostic(`${peak.toFixed(0)} MB`)
      assert.ok(peak > 0 && peak <= megabytes + BESIDES_MEGABYTES, `${peak} MB`)
    },
  )
}
