import assert from 'node:assert/strict'

/** Called by the examples of the pages, where a comment says what an expression gives. */
export function check(actual: unknown, expected: unknown): void {
  assert.deepEqual(actual, expected)
}

export function checkThrows(run: () => unknown, code: string): void {
  assert.throws(run, { code })
}
