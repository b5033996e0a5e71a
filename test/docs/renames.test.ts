import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCodes, rowsUnder, readSection } from '../support/markdown.ts'
import { readText } from '../support/repository.ts'

const CHANGES = readSection(readText('CHANGELOG.md'), '### Renamed')

test('the changelog has the public names of the decision, row by row', () => {
  const decided = rowsUnder(readText('docs/decisions/0023-plain-names.md'), 'entry', 'old', 'new')
  assert.ok(decided.length > 0)
  assert.deepEqual(rowsUnder(CHANGES, 'entry', 'old', 'new'), decided)
})

/** Flags of the page by the words of their command. */
function listFlags(command: string): Set<string> {
  const section = readSection(readText('docs/reference/command-line.md'), `## canonist ${command}`)
  return new Set(
    [...section.matchAll(/^\| `(--[a-z-]+)[^`]*`(?:, `(-[a-z])`)? \|/gm)].flatMap(([, long, short]) => [
      long ?? '',
      short ?? '',
    ]),
  )
}

for (const [commands, old, renamed] of rowsUnder(CHANGES, 'command', 'old', 'new')) {
  for (const command of readCodes(commands)) {
    test(`${command}: ${renamed} exists`, () => {
      const [flag = ''] = readCodes(renamed)[0]?.split(' ') ?? []
      assert.ok(listFlags(command).has(flag))
    })

    test(`${command}: ${old} is gone, or means something else`, () => {
      const [flag = ''] = readCodes(old)[0]?.split(' ') ?? []
      // These live on with another meaning: the format of the output.
      const reused = new Set(['-f', '--format'])
      assert.ok(reused.has(flag) || !listFlags(command).has(flag))
    })
  }
}
