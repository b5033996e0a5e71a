import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInTerminal } from './support/pseudo-terminal.ts'

const URL_IN = 'HTTP://Example.com:80/a/../b?utm_source=x&b=2&a=1#top'
const [STRUCK, RED, GREEN] = [9, 31, 32]

test('explain strikes out what was removed, in red, and shows what was added in green', async () => {
  const { code, screen } = await runInTerminal(['explain', URL_IN], { columns: 120 })
  assert.match(screen.text, /^ {2}lowercase-scheme +safe +HTTPhttp:\/\/Example\.com:80\/a/m)
  assert.deepEqual([screen.styleOf('HTTP'), screen.styleOf('http')], [[STRUCK, RED], [GREEN]])
  assert.deepEqual([code, screen.isPlain], [0, true])
})

test('compare strikes out in the same way', async () => {
  const { code, screen } = await runInTerminal(['compare', 'https://e.com/tea', 'https://e.com/cup'])
  assert.match(screen.text, /^ {2}https:\/\/e\.com\/teacup$/m)
  assert.deepEqual([screen.styleOf('tea'), screen.styleOf('cup')], [[STRUCK, RED], [GREEN]])
  assert.deepEqual([code, screen.isPlain], [1, true])
})
