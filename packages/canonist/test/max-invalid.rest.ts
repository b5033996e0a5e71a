import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'

const folder = temporaryFolder()
const list = folder.file('urls.txt', 'https://example.com/a\nnope\nhttps://example.com/b\n\nnope either\n')

const commands: { name: string[]; flags: string[] }[] = [
  { name: ['normalize'], flags: [] },
  { name: ['normalize'], flags: ['--format', 'jsonl'] },
  { name: ['dedupe'], flags: [] },
  { name: ['dedupe'], flags: ['--groups'] },
  { name: ['add'], flags: ['--db', ':memory:'] },
  { name: ['frontier', 'add'], flags: ['--db', ':memory:'] },
]

for (const { name, flags } of commands) {
  for (const [most, code] of [
    ['0', 1],
    ['1', 1],
    ['2', 0],
    ['all', 0],
  ] as const) {
    test(`${[...name, ...flags].join(' ')}: two rejected inputs, ${most} allowed`, async () => {
      const ran = await canonist([...name, ...flags, '--max-invalid', most, list])
      assert.equal(ran.code, code)
      assert.match(ran.stderr, /2 (?:invalid|rejected)/)
    })
  }
}

const invalid = folder.file('invalid.txt', 'https://a b.com/\n\nhttps://exa mple.com/\n')
const policy = folder.file('p.yaml', 'name: p\nextends: links\n')
const log = folder.file('log.jsonl', '{"url":"https://example.com/a"}\nnope\n{"url":1}\n')

for (const [name, flags, file] of [
  ['resolve', [], invalid],
  ['canonicalize', [], invalid],
  ['admit', ['--offline', '--policy', policy], invalid],
  ['learn', [], log],
] as const) {
  for (const [most, code] of [
    ['1', 1],
    ['2', 0],
    ['all', 0],
  ] as const) {
    test(`${name}: two rejected inputs, ${most} allowed`, async () => {
      const ran = await canonist([name, ...flags, '--max-invalid', most, file])
      assert.equal(ran.code, code, ran.stderr)
    })
  }
}

for (const wrong of ['-1', 'some', '1.5', '']) {
  test(`--max-invalid ${JSON.stringify(wrong)} is a usage error`, async () => {
    const ran = await canonist(['normalize', `--max-invalid`, wrong, list])
    assert.deepEqual([ran.code, ran.stdout], [2, ''])
    assert.match(ran.stderr, /it must be a number, or all/)
  })
}
