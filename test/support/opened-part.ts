import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCodes, rowsUnder } from './markdown.ts'

/** The page of a part that is opened: a section for each export, and a row for each method of what opening gives. */
export function testOpenedPart(
  page: string,
  exports: object,
  open: () => Promise<{ readonly close: () => Promise<void> }>,
): void {
  test('the page has a section for every export, and for no other', () => {
    const headings = [...page.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name)
    assert.deepEqual(headings.toSorted(), Object.keys(exports).toSorted())
  })

  test('the page lists every method of what is opened, and no other', async () => {
    const opened = await open()
    try {
      const methods = Object.entries(opened).filter(([, member]) => typeof member === 'function')
      const listed = rowsUnder(page, 'method', 'does').flatMap(([names]) => readCodes(names))
      assert.deepEqual(listed.toSorted(), methods.map(([name]) => name).toSorted())
    } finally {
      await opened.close()
    }
  })
}
