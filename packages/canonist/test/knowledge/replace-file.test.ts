import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { replaceFile } from '../../src/knowledge/replace-file.ts'
import { temporaryFolder } from '../support/command.ts'

const { path: folder, file } = temporaryFolder()

describe('replacing a file', () => {
  test('is not done where somebody has changed it, and leaves nothing behind', async () => {
    const path = file('a.json', 'theirs')
    assert.equal(await replaceFile(path, Buffer.from('before'), Buffer.from('after'), 'x'), false)
    assert.equal(readFileSync(path, 'utf8'), 'theirs')
    assert.deepEqual(readdirSync(folder), ['a.json'])
  })

  test('fails where the place beside it is taken, and leaves the file as it is', async () => {
    const path = file('b.json', 'before')
    file('.b.json.x.tmp', 'of another run')
    await assert.rejects(replaceFile(path, Buffer.from('before'), Buffer.from('after'), 'x'), { code: 'EEXIST' })
    assert.equal(readFileSync(path, 'utf8'), 'before')
    assert.equal(readFileSync(join(folder, '.b.json.x.tmp'), 'utf8'), 'of another run')
  })

  test('tells where the file has gone', async () => {
    await assert.rejects(replaceFile(join(folder, 'c.json'), Buffer.from(''), Buffer.from('x'), 'x'), {
      code: 'ENOENT',
    })
  })
})
