import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSample, splitUrls } from '../src/pages/playground/read-sample.ts'

test('a sample has the first URL of each line, of a list, a table or JSON Lines', () => {
  const text = 'url,count\r\nhttps://e.com/a?b=c;d,3\r\n"https://e.com/b",4\n{"url":"HTTP://e.com/c"}\n\nnonsense\n'
  assert.deepEqual(splitUrls(text), ['https://e.com/a?b=c;d', 'https://e.com/b', 'HTTP://e.com/c'])
})

test('a file without URLs is refused, and the message says what to choose', async () => {
  const read = await readSample(new File(['nothing here'], 'notes.txt'))
  assert.deepEqual(read, { ok: false, message: 'notes.txt has no URLs. Choose a text file with one URL per line.' })
})
