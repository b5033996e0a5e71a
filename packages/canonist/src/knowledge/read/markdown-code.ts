const FENCE = /^(?:[ \t]|>|[-*+] |\d+[.)] )*(`{3,}|~{3,})(.*)$/

/** The same text with blanks for code and comments, where no link is one; every other character keeps its place. */
export function blankCode(text: string): string {
  return blankSpans(blankFences(text).replace(BLOCK_COMMENT, blank))
}

/** A comment that begins a line goes on over empty lines, to the end of the file if nobody closes it. */
const BLOCK_COMMENT = /^ {0,3}<!--(?!-?>)[\s\S]*?(?:-->|$(?![\s\S]))/gm

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ')

function blankFences(text: string): string {
  let open: string | null = null
  return text
    .split('\n')
    .map((line) => {
      const [, fence = '', rest = ''] = FENCE.exec(line.replace(/\r$/, '')) ?? []
      if (open === null) {
        // Backticks behind backticks make it a code span.
        if (fence === '' || (fence.startsWith('`') && rest.includes('`'))) return line
        open = fence
        return blank(line)
      }
      if (fence.startsWith(open) && rest.trim() === '') open = null
      return blank(line)
    })
    .join('\n')
}

/**
 * Text between two runs of as many backticks is code, and between <!-- and --> a comment, if no empty line is between them.
 * What begins first counts: backticks in a comment are none, nor is a comment in code.
 */
function blankSpans(text: string): string {
  const marks = [...text.matchAll(/\\`|`+|<!--(?:-?>)?|-->|\n[ \t]*\r?\n/g)]
  const pieces: string[] = []
  let at = 0
  for (const [index, mark] of marks.entries()) {
    if (mark.index < at || !(mark[0].startsWith('`') || mark[0] === '<!--')) continue
    const close = closingMark(marks, index)
    if (close === null) continue
    pieces.push(text.slice(at, mark.index), blank(text.slice(mark.index, close)))
    at = close
  }
  return pieces.join('') + text.slice(at)
}

/** How many marks are looked at: who writes more of them within one paragraph writes no code. */
const MOST_LOOKED_AT = 1000

/** Where what a mark opens ends, or null. A backslash is no escape in there. */
function closingMark(marks: readonly RegExpExecArray[], index: number): number | null {
  const open = marks[index]?.[0] ?? ''
  const close = open === '<!--' ? '-->' : open
  for (const mark of marks.slice(index + 1, index + MOST_LOOKED_AT)) {
    if (mark[0].startsWith('\n')) return null
    if (mark[0] === close || (mark[0] === '\\`' && close === '`')) return mark.index + mark[0].length
  }
  return null
}
