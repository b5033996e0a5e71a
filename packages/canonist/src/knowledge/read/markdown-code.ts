const FENCE = /^(?:[ \t]|>|[-*+] |\d+[.)] )*(`{3,}|~{3,})(.*)$/

/** The same text with blanks for code and comments, where no link is one; every other character keeps its place. */
export function blankCode(text: string): string {
  return blankSpans(blankFences(text).replace(/<!--[\s\S]*?(?:-->|$)/g, blank))
}

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

/** Text between two runs of as many backticks is code, if no empty line is between them. */
function blankSpans(text: string): string {
  const runs = [...text.matchAll(/\\`|`+|\n[ \t]*\r?\n/g)]
  const pieces: string[] = []
  let at = 0
  for (const [index, run] of runs.entries()) {
    if (run.index < at || !run[0].startsWith('`')) continue
    const close = closingRun(runs, index)
    if (close === null) continue
    pieces.push(text.slice(at, run.index), blank(text.slice(run.index, close)))
    at = close
  }
  return pieces.join('') + text.slice(at)
}

/** How many marks are looked at: who writes more of them within one paragraph writes no code. */
const MOST_LOOKED_AT = 1000

/** Where the code that a run opens ends, or null. A backslash is no escape in there. */
function closingRun(runs: readonly RegExpExecArray[], index: number): number | null {
  const ticks = runs[index]?.[0] ?? ''
  for (const run of runs.slice(index + 1, index + MOST_LOOKED_AT)) {
    if (run[0].startsWith('\n')) return null
    if (run[0] === ticks || (run[0] === '\\`' && ticks === '`')) return run.index + run[0].length
  }
  return null
}
