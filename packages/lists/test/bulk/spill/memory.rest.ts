import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { runList } from '@canonist/test-support/run-list.ts'

const folder = mkdtempSync(join(tmpdir(), 'canonist-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const list = join(folder, 'list.txt')
const records = join(folder, 'list.jsonl')
const table = join(folder, 'list.csv')
/** CONTRACT: the peak is at most the limit and this. */
const BESIDES_MEGABYTES = 120
const LINES = 300_000

before(() => {
  const lines = Array.from(
    { length: LINES },
    (_, index) => `https://www.example-${index % 500}.com/articles/${index}?id=${index}`,
  )
  writeFileSync(list, `${lines.join('\n')}\n`)
  writeFileSync(records, lines.map((url, id) => `${JSON.stringify({ id, url, title: `title ${id}` })}\n`).join(''))
  writeFileSync(table, `id,url,title\n${lines.map((url, id) => `${id},${url},title ${id}\n`).join('')}`)
})

for (const { flags, megabytes, path = list } of [
  { flags: ['--jobs', '1'], megabytes: 2 },
  { flags: ['--jobs', '2'], megabytes: 2 },
  { flags: ['--groups'], megabytes: 20 },
  { flags: ['--column', 'url'], megabytes: 2, path: records },
  { flags: ['--column', 'url', '--format', 'text'], megabytes: 2, path: table },
]) {
  const args = ['dedupe', '--quiet', ...flags, '--memory', `${megabytes}MB`]
  test(
    `canonist ${args.join(' ')} ${basename(path)} keeps to its limit`,
    { skip: process.platform !== 'linux' && 'reads /proc' },
    async (t) => {
      const { code, lines, peak } = await runList([...args, '--temp', folder, path], folder)
      assert.equal(code, 0)
      assert.equal(lines.length, LINES)
      t.diagnostic(`${peak.toFixed(0)} MB`)
      assert.ok(peak > 0 && peak <= megabytes + BESIDES_MEGABYTES, `${peak} MB`)
    },
  )
}
