import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonist, temporaryFolder } from './support/command.ts'

const folder = temporaryFolder()
// Sets the title of the window, clears it, and begins a new line.
const EVIL = '\u001b]0;title\u0007\u001b[2J\r\u009b31m'
const policy = folder.file(
  'evil.json',
  JSON.stringify({ name: `a${EVIL}`, description: `b${EVIL}`, extends: 'dedupe' }),
)
const faulty = folder.file('faulty.json', JSON.stringify({ name: 'f', [`x${EVIL}`]: 1 }))
const list = folder.file(`list${EVIL}.txt`, 'no url\n')
const examples = folder.file(`policy${EVIL}.yaml`, 'name: p\nexamples:\n  - { input: "https://e.com/" }\n')

const commands = [
  ['explain', '--policy', policy, 'https://e.com/'],
  ['compare', '--policy', policy, 'https://e.com/', 'https://e.com/b'],
  ['policy', 'show', policy],
  ['policy', 'test', examples],
  ['policy', 'show', faulty],
  ['policy', 'show', `none${EVIL}`],
  ['policy', 'import', '--from', 'clearurls', `none${EVIL}`],
  ['normalize', list],
  ['dedupe', list],
  ['normalize', `none${EVIL}`],
  ['normalize', '--format', `csv${EVIL}`],
  ['normalize', `--none${EVIL}`],
  [`none${EVIL}`],
]

for (const [index, args] of commands.entries()) {
  test(`control characters are shown, not obeyed: ${index}, canonist ${args
    .slice(0, 2)
    .map((word) => JSON.stringify(word))
    .join(' ')}`, async () => {
    const { stdout, stderr } = await canonist(args)
    const shown = stdout + stderr
    assert.doesNotMatch(shown, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
    assert.notEqual(shown.trim(), '')
  })
}
