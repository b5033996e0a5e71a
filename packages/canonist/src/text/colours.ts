/**
 * The colours and styles of output for people, each with the codes that turn it on and off (ECMA-48, 8.3.117). `paint` writes these codes,
 * and `escapeLines` lets only these pass: others conceal text (`ESC[8m`) or move the cursor.
 */
export const COLOURS = {
  red: { on: 31, off: 39 },
  green: { on: 32, off: 39 },
  yellow: { on: 33, off: 39 },
  cyan: { on: 36, off: 39 },
  dim: { on: 2, off: 22 },
  bold: { on: 1, off: 22 },
  struck: { on: 9, off: 29 },
} as const

export type Colour = keyof typeof COLOURS
