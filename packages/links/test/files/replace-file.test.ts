import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createWriteError } from '@canonist/lists/internal/io/errors'
import { replaceFile } from '../../src/files/replace-file.ts'
import { temporaryFolder } from '@canonist/test-support/command.ts'

const { path: folder, file } = temporaryFolder()

describe('replacing a file', () => {
  test('is not done if the file was changed meanwhile, and leaves nothing behind', async () => {
    const path = file('a.json', 'theirs')
    assert.equal(await replaceFile(path, Buffer.from('before'), Buffer.from('after')), false)
    assert.equal(readFileSync(path, 'utf8'), 'theirs')
    assert.deepEqual(readdirSync(folder), ['a.json'])
  })

  test('is not done where the file is write-protected', async () => {
    const path = file('d.json', 'before')
    chmodSync(path, 0o444)
    await assert.rejects(replaceFile(path, Buffer.from('before'), Buffer.from('after')), {
      code: 'io/write-protected',
    })
    assert.equal(readFileSync(path, 'utf8'), 'before')
  })

  test('a user who may not write gets an error about writing, not about reading', () => {
    const denied = createWriteError('a.json', Object.assign(new Error('denied'), { code: 'EACCES' }))
    assert.match(denied.message, /^cannot write a\.json: This user may not write it, or may not write to its folder\. /)
    assert.equal(createWriteError('a.json', Object.assign(new Error('full'), { code: 'ENOSPC' })).code, 'io/disk-full')
  })

  test('reports a file that is gone', async () => {
    await assert.rejects(replaceFile(join(folder, 'c.json'), Buffer.from(''), Buffer.from('x')), {
      code: 'ENOENT',
    })
  })
})
