import { blank, blankBlocks } from './markdown-blocks.ts'

/** The same text with blanks for code and comments, where no link is one; every other character keeps its place. */
export function blankCode(text: string): string {
  return blankSpans(blankBlocks(text))
}

const MARK = /\\[`<]|`+|<!--(?:-?>)?|-->|\n[ \t]*(?=\r?\n)/g

/** Within a paragraph, whichever opens first: code between two runs of as many backticks, and comments. */
function blankSpans(text: string): string {
  const marks = [...text.matchAll(MARK)]
  const closes = closesOf(marks)
  const pieces: string[] = []
  let at = 0
  for (const [number, { index }] of marks.entries()) {
    const close = closes[number] ?? null
    if (index < at || close === null) continue
    pieces.push(text.slice(at, index), blank(text.slice(index, close)))
    at = close
  }
  return pieces.join('') + text.slice(at)
}

/** Where the code or comment that each mark opens ends, or null: from the last to the first, so that each is seen once. */
function closesOf(marks: readonly RegExpExecArray[]): (number | null)[] {
  const closes: (number | null)[] = marks.map(() => null)
  const nearest = new Map<string, number>()
  for (let number = marks.length - 1; number >= 0; number -= 1) {
    const { 0: mark = '', index = 0 } = marks[number] ?? {}
    if (mark.startsWith('\n')) nearest.clear()
    else if (mark === '<!--') closes[number] = nearest.get('-->') ?? null
    else if (mark.startsWith('`')) closes[number] = nearest.get(mark) ?? null
    // In code a backslash is no escape.
    nearest.set(mark.replace('\\', ''), index + mark.length)
  }
  return closes
}
