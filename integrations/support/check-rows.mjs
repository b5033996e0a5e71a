import { deepStrictEqual } from 'node:assert/strict'
import { solve } from './cases.mjs'

/**
 * Compares the rows of an engine with the library, in order.
 *
 * @param inputs text or null
 * @param rows `{ url, key, error }`, or only the columns that the engine returned
 * @returns how many rows were compared
 */
export function checkRows(what, inputs, rows, policy = 'dedupe') {
  deepStrictEqual(rows.length, inputs.length, `${what}: rows`)
  for (const [index, row] of rows.entries()) {
    const expected = solve(inputs[index], policy)
    for (const column of Object.keys(row)) {
      if (row[column] === expected[column]) continue
      const text = JSON.stringify(inputs[index])?.slice(0, 300)
      throw new Error(
        `${what}, row ${index}, policy ${policy}: ${column} of ${text} is ${JSON.stringify(row[column])?.slice(0, 300)}, not ${JSON.stringify(expected[column])?.slice(0, 300)}`,
      )
    }
  }
  return rows.length
}
