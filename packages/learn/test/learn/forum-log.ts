/** A line of a crawl log. */
export interface LogLine {
  readonly url: string
  readonly status?: number
  readonly contentHash?: string
  readonly redirect?: string
}

/** A forum: a session that means nothing, a rewritten path, and a page number that does mean something. */
export function forumLog(threads: number): LogLine[] {
  return Array.from({ length: threads }, (_, index) => {
    const thread = `https://forum.example.com/showthread.php?t=${index}`
    const page = (url: string, content: string): LogLine => ({ url, status: 200, contentHash: content })
    return [
      page(thread, `thread ${index}`),
      page(`${thread}&sid=${(index * 7919).toString(16)}`, `thread ${index}`),
      page(`https://forum.example.com/threads/${index}-${createTitle(index)}`, `thread ${index}`),
      page(`${thread}&page=2`, `thread ${index}, page 2`),
    ]
  }).flat()
}

const WORDS = ['amber', 'birch', 'cedar', 'dune', 'ember', 'fjord', 'grove', 'heath', 'inlet']

const createTitle = (index: number): string => `${WORDS[index % 9]}-${WORDS[(index * 5 + 2) % 7]}`

export const jsonLines = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
