// Compares the links that we find in Markdown and MDX with those of remark: every URL and its place.
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { FILE_FORMATS, findFormat } from '@canonist/links/internal/files/read/formats'

export const PACKAGES = ['remark@15.0.1', 'remark-gfm@4.0.1', 'remark-frontmatter@5.0.0', 'remark-mdx@3.1.1']

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
const MOST_SHOWN = Number(process.env['SHOW'] ?? 20)

/** Whether the two agree, differences that are explained aside. */
export async function run({ load, args: folders }) {
  const parse = await createParser(load)
  const counts = new Map()
  const count = (what, by = 1) => counts.set(what, (counts.get(what) ?? 0) + by)
  const unexplained = []
  for (const file of await documentsIn(folders.length === 0 ? ['.'] : folders)) {
    const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '')
    const format = findFormat(file)
    count('documents')
    const theirs = parse(text, format)
    if (theirs === null) {
      count('documents that remark cannot parse')
      continue
    }
    const { common, differences } = difference(listLinks(text, format), theirs)
    count('links of both', common)
    for (const each of differences) {
      const why = explain(each, text)
      count(`only ${each.of}: ${why ?? 'not explained'}`)
      if (why === null) unexplained.push({ file, line: text.slice(0, each.at).split('\n').length, ...each })
    }
  }
  for (const [what, number] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    process.stdout.write(`${String(number).padStart(8)}  ${what}\n`)
  for (const { file, line, of, url } of unexplained.slice(0, MOST_SHOWN)) {
    process.stdout.write(`${file}:${line}: only ${of}: ${url}\n`)
  }
  return {
    ok: !counts.has('only ours: not explained') && !counts.has('only theirs: not explained'),
    version: PACKAGES[0],
    ran: `${counts.get('links of both') ?? 0} links of ${counts.get('documents') ?? 0} documents compared`,
  }
}

async function documentsIn(folders) {
  const found = []
  for (const folder of folders) {
    const options = { cwd: folder, exclude: (name) => name === 'node_modules' }
    for await (const name of glob('**/*.{md,markdown,mdx}', options)) found.push(join(folder, name))
  }
  return found.toSorted()
}

/** Our links with their places; none for a file whose front matter cannot be read. */
function listLinks(text, format) {
  const outcome = FILE_FORMATS[format](text, null)
  const values = outcome.ok ? outcome.values : []
  return values.flatMap(({ path, text: url, start, spelling }) =>
    path.length === 0 ? [{ url, at: start, spelling }] : [],
  )
}

/** Gives all links and definitions of remark that are written with a scheme. */
async function createParser(load) {
  const [{ remark }, { default: gfm }, { default: frontmatter }, { default: mdx }] = await Promise.all(
    PACKAGES.map(load),
  )
  const processors = {
    markdown: remark().use(gfm).use(frontmatter).use(recordPlaces),
    mdx: remark().use(gfm).use(frontmatter).use(mdx).use(recordPlaces),
  }
  return (text, format) => {
    try {
      return collect(processors[format].parse(text), text, [])
    } catch {
      return null
    }
  }
}

/** Makes remark keep where each target begins: its tree has only the place of the whole link. */
function recordPlaces() {
  const keep = function (token) {
    this.stack.at(-1).data = { at: token.start.offset }
    this.buffer()
  }
  const data = this.data()
  data.fromMarkdownExtensions ??= []
  data.fromMarkdownExtensions.push({
    enter: { resourceDestinationString: keep, definitionDestinationString: keep },
  })
}

function collect(node, text, links, within = node) {
  const around = node.position === undefined ? within : node
  if (node.type === 'link' || node.type === 'definition') {
    const at = node.data?.at ?? autolinkPlace(node, text)
    const spelled = at === null ? (node.children[0]?.value ?? '') : text.slice(at)
    if (HAS_SCHEME.test(spelled))
      links.push({ url: node.url, at, within: [around.position.start.offset, around.position.end.offset] })
  }
  for (const child of node.children ?? []) collect(child, text, links, around)
  return links
}

/** An autolink is all of its node, but for the angle brackets. */
function autolinkPlace({ position }, text) {
  if (position === undefined) return null
  const { offset } = position.start
  return text[offset] === '<' ? offset + 1 : offset
}

/** The links that one of the two has. Those that remark finds after parsing have no place, but are in a block that has one. */
function difference(ours, theirs) {
  const left = new Map(ours.map((link) => [`${link.at} ${link.url}`, link]))
  const unmatched = theirs.filter(({ at, url }) => at === null || !left.delete(`${at} ${url}`))
  const missing = unmatched.filter(({ at, url, within: [start, end] }) => {
    const same =
      at !== null ? undefined : [...left].find(([, link]) => link.url === url && link.at >= start && link.at < end)
    return same === undefined || !left.delete(same[0])
  })
  const differences = [
    ...Array.from(left.values(), (link) => ({ of: 'ours', ...link })),
    ...missing.map((link) => ({
      of: 'theirs',
      url: link.url,
      at: link.at ?? link.within[0],
      hasPlace: link.at !== null,
    })),
  ]
  return { common: theirs.length - missing.length, differences: differences.toSorted((a, b) => a.at - b.at) }
}

/** Why a difference is not a fault; null if it may be one. */
function explain({ of, url, at, spelling }, text) {
  // Boxes and definition lists of site generators, which are code in CommonMark.
  if (of === 'ours' && spelling === 'none') return 'may be code, found but never edited'
  // `https\://` is how an author prevents a link; remark looks for bare URLs again when escapes are gone. GitHub does not.
  if (of === 'theirs' && text.includes(`${url.split(':', 1)[0]}\\:`)) return 'the colon is escaped'
  // https://spec.commonmark.org/0.31.2/#unquoted-attribute-value may hold a slash; for remark it ends the tag.
  if (of === 'theirs' && /<[a-z][^<>]*=$/i.test(text.slice(Math.max(0, at - 200), at)))
    return 'an attribute without quotes'
  // A bracket at the end that the URL opened itself: remark cuts it off, GitHub does not.
  if (of === 'ours' && url.endsWith(']')) return 'ends with a bracket of its own'
  if (of === 'theirs' && text[at + url.length] === ']' && url.includes('[')) return 'ends before a bracket of its own'
  return null
}
