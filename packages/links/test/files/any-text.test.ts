import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { readLinkFile } from '../../src/files/link-file.ts'
import { FILE_FORMATS, type FileFormat } from '../../src/files/read/formats.ts'
import { validateFiles } from '../../src/files/validate.ts'
import { FIELD, offlineContext, optionsFor } from './support.ts'
import { runs } from '@canonist/test-support/runs.ts'

// Whatever stands in a file, reading it ends, and what is found lies in it.

const PIECES = [
  'u',
  'u: ',
  '"u":',
  'http://boe.es/a-b/',
  'https://uno.gob.es/x-y?utm_source=1',
  '[',
  ']',
  '](',
  '(',
  ')',
  '{',
  '}',
  '<',
  '>',
  '"',
  "'",
  '`',
  '```',
  '\\',
  ',',
  ';',
  '|',
  '>-',
  '- ',
  '&a ',
  '*a',
  '---',
  '...',
  '#',
  '%',
  '\n',
  '\r\n',
  '\r',
  '\n  ',
  '\t',
  ' ',
  '\ufeff',
  '\u0000',
  'é',
  '😀',
  '!!int ',
  '<!--',
  '-->',
  '~~~',
]
const anyText = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(''))
const ALL = { wanted: null, lists: null }
const context = offlineContext()

describe('any text', () => {
  for (const format of Object.keys(FILE_FORMATS) as FileFormat[]) {
    test(`as ${format}`, async () => {
      await fc.assert(
        fc.asyncProperty(anyText, fc.boolean(), async (text, isNamed) => {
          const choice = isNamed ? FIELD : ALL
          const file = readLinkFile('a', Buffer.from(text), format, choice)
          if ('template' in file) return assert.match(text, /\{[{%]|^\ufeff?---/)
          if (!('bytes' in file)) return assert.ok((file.place?.line ?? 0) >= 1)
          for (const { start, end } of file.values)
            assert.ok(start >= 0 && start <= end && end <= file.source.text.length)
          const { fixes } = await validateFiles([file], context, optionsFor(choice))
          for (const { bytes } of fixes) {
            const again = readLinkFile('a', bytes, format, choice)
            assert.ok('bytes' in again)
            assert.deepEqual((await validateFiles([again], context, optionsFor(choice))).fixes, [])
          }
        }),
        runs(1000),
      )
    })
  }
})
