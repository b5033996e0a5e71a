import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const SOURCES = join(import.meta.dirname, '../src/cli')

const LITERAL = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/
const THROWN = new RegExp(String.raw`new RunError\(\s*(${LITERAL.source})`, 'g')
const TOLD = new RegExp(String.raw`=>\s*(${LITERAL.source}),`, 'g')

const findTexts = (source: string, pattern: RegExp): string[] =>
  [...source.matchAll(pattern)].map(([, literal = '']) => literal.slice(1, -1))

/** Messages that the command line words itself. */
function listMessages(): string[] {
  const thrown = globSync('**/*.ts', { cwd: SOURCES }).flatMap((file) =>
    findTexts(readFileSync(join(SOURCES, file), 'utf8'), THROWN),
  )
  return [...thrown, ...findTexts(readFileSync(join(SOURCES, 'output/describe-error.ts'), 'utf8'), TOLD)]
}

/** The problem is a sentence, and the fix is another one. A value at the end is a text that has its own full stop, or a URL to copy. */
const isSentences = (message: string): boolean => !message.includes('; ') && /[.?}]$|\(\$\{[\w.]+\}\)$/.test(message)

for (const message of listMessages()) test(`in sentences: ${message}`, () => assert.ok(isSentences(message)))

test('finds messages in one line and in several', () => {
  const source = "throw new RunError('a. B.', 2)\nthrow new RunError(\n  `c ${d}; e`,\n  2,\n)"
  assert.deepEqual(findTexts(source, THROWN), ['a. B.', 'c ${d}; e'])
  assert.deepEqual(findTexts(source, THROWN).map(isSentences), [true, false])
  assert.ok(listMessages().length > 40)
})
