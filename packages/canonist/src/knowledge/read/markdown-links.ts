import type { Spelling } from './spelling.ts'

/** A link of a text: as it is spelled, and where. */
export interface MarkdownLink {
  readonly raw: string
  readonly start: number
  readonly spelling: Extract<Spelling, 'markdown-target' | 'markdown-angle' | 'markdown-text'>
}

// Longer targets are nobody's links, and reading on and on from every bracket would take for ever.
const LONGEST = 8192
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i

const DEFINITION = /^[ \t>]{0,12}\[(?!\^)(?:[^\]\\\n]|\\.){1,999}\]:[ \t]*(?:\r?\n[ \t]*)?(?=\S)/gm
const AUTOLINK = /<([a-z][a-z0-9+.-]*:\/\/[^\s<>]*)>/gi
const BARE = /(?<=^|[\s*_~(])https?:\/\/[^\s<]+/gim

/** Links, definitions of links and bare URLs with a scheme, in the order of the text; images are none. */
export function linksOf(text: string): MarkdownLink[] {
  const found: Taken[] = []
  let rest = text
  // What one of them has taken the next ones do not see.
  for (const find of [inlineLinks, definitions, autolinks, bareUrls]) {
    const taken = find(rest)
    for (const one of taken) found.push(one)
    rest = blankOut(rest, taken)
  }
  return found
    .flatMap(({ link }) => (link === null || !HAS_SCHEME.test(link.raw) ? [] : [link]))
    .toSorted((a, b) => a.start - b.start)
}

/** A stretch of text that is one link, or an image. */
interface Taken {
  readonly link: MarkdownLink | null
  readonly from: number
  readonly to: number
}

function blankOut(text: string, taken: readonly Taken[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { from, to } of taken.toSorted((a, b) => a.from - b.from)) {
    if (to <= at) continue
    const start = Math.max(at, from)
    pieces.push(text.slice(at, start), ' '.repeat(to - start))
    at = to
  }
  return pieces.join('') + text.slice(at)
}

/** `[text](target)`: every closing bracket belongs to the last one that is open. */
function inlineLinks(text: string): Taken[] {
  const links: Taken[] = []
  const open: number[] = []
  for (const { 0: mark, index } of text.matchAll(/\\[\s\S]|[[\]]|\n[ \t]*\r?\n/g)) {
    if (mark.startsWith('\n')) open.length = 0
    if (mark === '[') open.push(index)
    const from = mark === ']' ? open.pop() : undefined
    if (from === undefined || text[index + 1] !== '(') continue
    const target = targetAt(text, index + 2, CLOSE)
    if (target !== null) links.push({ link: text[from - 1] === '!' ? null : target.link, from, to: target.to })
  }
  return links
}

function definitions(text: string): Taken[] {
  return [...text.matchAll(DEFINITION)].flatMap(({ 0: label, index }) => {
    const target = targetAt(text, index + label.length, END_OF_LINE)
    return target === null ? [] : [{ ...target, from: index }]
  })
}

const ANGLE = /^[ \t\r\n]*<([^<>\r\n]*)>/
const TARGET = /^[ \t\r\n]*((?:\\[!-/:-@[-`{-~]|[^\s()\\]|\\|\((?:\\[()]|[^\s()])*\))+)/
const CLOSE = /^(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/
const END_OF_LINE = /^(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*(?=\r?\n|$)/

/** In angle brackets, or up to a space or a parenthesis too many; a title may follow, and then the end. */
function targetAt(text: string, at: number, end: RegExp): { link: MarkdownLink; to: number } | null {
  const near = text.slice(at, at + LONGEST)
  const angle = ANGLE.exec(near)
  const [whole, raw = ''] = angle ?? TARGET.exec(near) ?? []
  const rest = whole === undefined ? null : end.exec(near.slice(whole.length))
  if (whole === undefined || rest === null) return null
  const start = at + whole.lastIndexOf(raw)
  const link = { raw, start, spelling: angle === null ? 'markdown-target' : 'markdown-angle' } as const
  return { link, to: at + whole.length + rest[0].length }
}

function autolinks(text: string): Taken[] {
  return [...text.matchAll(AUTOLINK)].map(({ 0: whole, 1: raw = '', index }) => ({
    link: { raw, start: index + 1, spelling: 'markdown-angle' },
    from: index,
    to: index + whole.length,
  }))
}

function bareUrls(text: string): Taken[] {
  return [...text.matchAll(BARE)].map(({ 0: whole, index }) => {
    const raw = withoutPunctuation(whole.slice(0, LONGEST))
    return { link: { raw, start: index, spelling: 'markdown-text' }, from: index, to: index + raw.length }
  })
}

/** A sentence goes on behind a URL; a parenthesis belongs to the URL if it was opened there. */
function withoutPunctuation(url: string): string {
  let unopened = url.split(')').length - url.split('(').length
  let end = url.length
  for (;;) {
    const length = punctuationBefore(url, end, unopened > 0)
    if (length === 0) return url.slice(0, end)
    if (url[end - 1] === ')') unopened -= 1
    end -= length
  }
}

// From the end and one by one: a pattern that looks for the end from every point begins anew at each of them.
function punctuationBefore(url: string, end: number, isParenthesis: boolean): number {
  const last = url[end - 1] ?? ''
  if (last === ';') return /&\w{1,32};$/.exec(url.slice(Math.max(0, end - 34), end))?.[0].length ?? 0
  return /[?!.,:*_~'"]/.test(last) || (last === ')' && isParenthesis) ? 1 : 0
}
