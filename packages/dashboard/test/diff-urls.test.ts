import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { diffUrls, type DiffPart } from '../src/ui/diff-urls.ts'
import { runs } from '@canonist/test-support/runs.ts'

const MARKS = { same: ['', ''], deleted: ['[-', ']'], inserted: ['[+', ']'] } as const
const mark = (parts: readonly DiffPart[]): string =>
  parts.map(({ kind, text }) => `${MARKS[kind][0]}${text}${MARKS[kind][1]}`).join('')

const ROWS = [
  ['https://a.example/', 'https://a.example/', 'https://a.example/'],
  ['https://A.example/', 'https://a.example/', 'https://[-A][+a].example/'],
  ['https://a.example:443/x', 'https://a.example/x', 'https://a.example[-:443]/x'],
  ['https://a.example/t/../p', 'https://a.example/p', 'https://a.example/[-t/../]p'],
  ['https://a.example/?utm_source=x&b=2', 'https://a.example/?b=2', 'https://a.example/?[-utm_source=x&]b=2'],
  ['https://a.example/#top', 'https://a.example/', 'https://a.example/[-#top]'],
  ['http://a.example/', 'https://a.example/', '[-http://][+https://]a.example/'],
] as const

describe('a diff of URLs marks whole words', () => {
  for (const [before, after, marked] of ROWS)
    test(`${before} → ${after}`, () => assert.equal(mark(diffUrls(before, after)), marked))
})

const url = fc.stringMatching(
  /^https?:\/\/[a-c]{1,3}\.example(?:\/[a-c.]{0,3}){0,4}(?:\?(?:[ab]=[12]&?){0,4})?(?:#[ab])?$/,
)

test('unchanged and deleted parts form the old URL; unchanged and inserted parts form the new one', () => {
  const join = (parts: readonly DiffPart[], without: DiffPart['kind']): string =>
    parts.map(({ kind, text }) => (kind === without ? '' : text)).join('')
  fc.assert(
    fc.property(url, url, (before, after) => {
      const parts = diffUrls(before, after)
      assert.equal(join(parts, 'inserted'), before)
      assert.equal(join(parts, 'deleted'), after)
    }),
    runs(100),
  )
})

test('URLs of 60,000 characters are compared within a frame or two', () => {
  const long = (word: string): string => `https://a.example/${`${word}/`.repeat(30_000)}`
  const start = performance.now()
  const parts = diffUrls(long('a'), long('b'))
  assert.ok(performance.now() - start < 500)
  assert.equal(parts.filter(({ kind }) => kind === 'inserted').length, 1)
})
