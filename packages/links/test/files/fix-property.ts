import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { parse as parseCsv } from 'csv-parse/sync'
import { definePolicy, normalize, tryNormalize } from '@canonist/core'
import fc from 'fast-check'
import { parse as parseYaml } from 'yaml'
import type { FileFormat } from '../../src/files/read/formats.ts'
import { validateFiles } from '../../src/files/validate.ts'
import { FIELD, createFile, offlineContext, optionsFor, POLICY } from './support.ts'
import { runs } from '@canonist/test-support/runs.ts'

/** A file in pieces: what stands between the links, and the links as they are spelled there. */
interface Sample {
  readonly format: FileFormat
  readonly pieces: readonly string[]
  readonly links: readonly string[]
  /** What the file means by its links, told by a reader that is not ours. */
  readonly read: (text: string) => readonly unknown[]
}

const segment = fc.stringMatching(/^[a-z0-9'()!,;:@$&+=~_.ñ%[\] -]{0,6}[a-z]-[a-z]$/)
const url = fc
  .tuple(
    fc.constantFrom('http://', 'https://', 'HTTPS://', ''),
    fc.constantFrom('uno.gob.es', 'BOE.es', 'www.sepe.es', 'example.com', 'bit.ly'),
    fc.array(segment, { maxLength: 3 }),
    fc.constantFrom('', '/', '?id=7', "?id=a'b&utm_source=x", '?id=7,8&fbclid=1', '?id=7\\"#top', '?lang=es&x=1'),
  )
  .map(([scheme, host, path, end]) => `${scheme}${[host, ...path].join('/')}${end}`)
const urls = fc.array(url, { minLength: 1, maxLength: 4 })
const noise = fc.constantFrom('', 'é😀', 'x y', "it's", 'ñ: #1')

const json: fc.Arbitrary<Sample> = fc
  .tuple(urls, noise, fc.constantFrom('', '\ufeff'), fc.constantFrom('\n', '\r\n', ' '), fc.boolean())
  .map(([links, text, mark, end, hasSlashes]) => {
    const spelled = links.map((link) =>
      JSON.stringify(link)
        .slice(1, -1)
        .replaceAll('/', hasSlashes ? '\\/' : '/'),
    )
    const before = `${mark}{${end}"t": ${JSON.stringify(text)},${end}"u":[ "`
    const pieces = [before, ...links.slice(1).map(() => `",${end}\t"`), `"]${end}}${end}`]
    return { format: 'json', pieces, links: spelled, read: readJsonField }
  })

const readJsonField = (text: string): readonly unknown[] =>
  (JSON.parse(text.replace(/^\ufeff/, '')) as { u: readonly unknown[] }).u

type Quote = (link: string) => readonly [open: string, inner: string, close: string]
const yamlQuotes: readonly Quote[] = [
  (link) => ["'", link.replaceAll("'", "''"), "'"],
  (link) => ['"', JSON.stringify(link).slice(1, -1), '"'],
  (link) => ['|-\n    ', link.trim(), ''],
]

const yaml: fc.Arbitrary<Sample> = fc
  .tuple(urls, noise, fc.array(fc.constantFrom(...yamlQuotes), { minLength: 4, maxLength: 4 }))
  .map(([links, text, quotes]) => {
    const quoted = links.map((link, index) => (quotes[index] ?? (yamlQuotes[0] as Quote))(link))
    const closes = quoted.map(([, , close]) => `${close}\n`)
    const opens = quoted.map(([open]) => `  - ${open}`)
    const pieces = [
      `# ${text}\nu:\n${opens[0]}`,
      ...opens.slice(1).map((open, index) => `${closes[index]}${open}`),
      `${closes.at(-1)}v: 1\n`,
    ]
    const read = (content: string): readonly unknown[] => (parseYaml(content) as { u: readonly unknown[] }).u
    return { format: 'yaml', pieces, links: quoted.map(([, inner]) => inner), read }
  })

const csv: fc.Arbitrary<Sample> = fc.tuple(urls, noise, fc.constantFrom('\n', '\r\n')).map(([links, text, end]) => {
  const other = `"${text}${end}"`
  const pieces = [`t,u${end}${other},"`, ...links.slice(1).map(() => `"${end}${other},"`), `"${end}`]
  const read = (content: string): readonly unknown[] =>
    (parseCsv(content, { columns: true, record_delimiter: ['\r\n', '\n'] }) as { u: string }[]).map(({ u }) => u)
  return { format: 'csv', pieces, links: links.map((link) => link.replaceAll('"', '""')), read }
})

/** Fixes generated files and holds the bytes around the links, and what the file then means, against what they must be. */
export async function checkFixes(numRuns: number): Promise<void> {
  const context = offlineContext()
  await fc.assert(
    fc.asyncProperty(fc.oneof(json, yaml, csv), async ({ format, pieces, links, read }) => {
      const text = pieces.map((piece, index) => piece + (links[index] ?? '')).join('')
      const file = createFile('a', text, format)
      const before = read(text)
      const { findings, fixes } = await validateFiles([file], context, optionsFor(FIELD))
      const after = Buffer.from(fixes[0]?.bytes ?? Buffer.from(text))
      const now = read(after.toString())
      for (const [index, value] of before.entries()) await assertCertain(String(value), String(now[index]), context)
      assertPieces(after.toString(), pieces)
      assert.equal(findings.filter(({ replacement }) => replacement !== undefined).length > 0, fixes.length > 0)
      const again = await validateFiles([createFile('a', after, format)], context, optionsFor(FIELD))
      assert.deepEqual(again.fixes, [])
    }),
    runs(numRuns),
  )
}

/** What may be written without a request: `sources` without what only the network can prove. */
const CERTAIN = definePolicy({
  ...POLICY,
  name: 'certain',
  scheme: 'keep',
  hostDot: 'keep',
  trailingSlash: 'keep',
  fragment: 'keep',
  query: { empty: 'keep' },
})

/** The link stands there without tracking, at most in another spelling; what cannot be admitted or read stays as it is. */
async function assertCertain(before: string, after: string, context: ReturnType<typeof offlineContext>): Promise<void> {
  const { reason } = await context.admit(before)
  const spelled = tryNormalize(before, CERTAIN)
  if (reason !== null || !spelled.ok) return assert.equal(after, before)
  assert.equal(normalize(after, CERTAIN), spelled.url)
  assert.doesNotMatch(after, /[?&](?:utm_source|fbclid)=/)
}

/** Every piece stands where it stood, one behind the other, from the first byte to the last. */
function assertPieces(text: string, pieces: readonly string[]): void {
  const [first = '', ...rest] = pieces
  assert.ok(text.startsWith(first))
  let at = first.length
  for (const piece of rest) {
    const found = text.indexOf(piece, at)
    assert.notEqual(found, -1, `${JSON.stringify(piece)} is gone from ${JSON.stringify(text)}`)
    at = found + piece.length
  }
  assert.ok(text.endsWith(pieces.at(-1) ?? ''))
}
