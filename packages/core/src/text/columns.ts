// How many columns of a terminal a character takes. Terminals disagree about the rarest ones; these are the common ground.

/** https://www.unicode.org/reports/tr11/: the blocks whose characters are wide (W) or fullwidth (F). */
const WIDE_BLOCKS: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6b],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x1b2fb],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
]

const isNarrow = (text: string): boolean => /^[\u0020-\u007e]*$/.test(text)
/** Marks that are drawn over the character before them, and the vowels that join a Korean syllable. */
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\u1160-\u11ff\ud7b0-\ud7fb]$/u
const EMOJI = /^\p{Emoji_Presentation}$/u

/**
 * The columns of a printable text: without control characters and line breaks.
 *
 * @example countColumns('東京 Tea') // 8
 */
export function countColumns(text: string): number {
  if (isNarrow(text)) return text.length
  let columns = 0
  for (const char of text) columns += countCharColumns(char)
  return columns
}

function countCharColumns(char: string): number {
  if (isNarrow(char)) return 1
  if (ZERO_WIDTH.test(char)) return 0
  const code = char.codePointAt(0) ?? 0
  return EMOJI.test(char) || WIDE_BLOCKS.some(([first, last]) => code >= first && code <= last) ? 2 : 1
}
