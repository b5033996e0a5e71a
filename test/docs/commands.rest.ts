import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { quoteCommand } from '../support/command.ts'
import { startLoopbackWeb } from '../support/loopback-web.ts'
import { readBlocks } from '../support/markdown.ts'
import { findMarkdown, readText, ROOT } from '../support/repository.ts'
import { matchShown, readSession, runInShell, withoutOuterBlanks, writeScript } from '../support/shown-session.ts'
import { SHOWN_WEB } from '../support/shown-web.ts'

const bin = mkdtempSync(join(tmpdir(), 'canonist-docs-'))
after(() => rmSync(bin, { recursive: true, force: true }))

// Commands that send requests reach a web on loopback, and print stdout and stderr in order, as a terminal does.
const web = await startLoopbackWeb(SHOWN_WEB)
after(() => web.close())
writeFileSync(join(bin, 'ca.pem'), web.ca)
const mapping = web.connectToFlags.map((flag) => `--connect-to ${flag}`).join(' ')
const launcher = quoteCommand()
const run = [
  'case "$1" in',
  `resolve|canonicalize) ${launcher} "$@" ${mapping} --cacert "${bin}/ca.pem" 2>&1 ;;`,
  `*) ${launcher} "$@" ;;`,
  'esac',
].join('\n')
writeScript(bin, 'canonist', run)
writeScript(bin, 'npx', `[ "$1" = canonist ] || exit 127\nshift\n${run}`)

const parts = findMarkdown().filter((page) => page.startsWith('docs/how-it-works/'))
const pages = ['README.md', 'examples/README.md', 'docs/reference/command-line.md', ...parts]
for (const page of pages) {
  for (const { text, line } of readBlocks(readText(page), 'sh')) {
    for (const { command, output } of readSession(text)) {
      test(`${page}:${line}: ${command}`, { skip: process.platform === 'win32' && 'needs sh' }, async () => {
        const actual = withoutOuterBlanks(await runInShell(command, { bin, folder: ROOT }))
        if (!matchShown(output).test(actual)) assert.equal(actual, output)
      })
    }
  }
}

test('every npm script that a page names exists', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }
  for (const page of findMarkdown()) {
    for (const [, name = ''] of readText(page).matchAll(/npm run ([a-z:-]+)/g)) {
      assert.ok(Object.hasOwn(scripts, name), `${page} names npm run ${name}`)
    }
  }
})

test('the picture shows what explain says', async () => {
  const { explain } = await import('@canonist/core')
  const picture = readText('docs/images/explain.svg')
  const texts = [...picture.matchAll(/<text [^>]*>(.*?)<\/text>/g)].map(([, text = '']) => plain(text))
  const input = plain(/id="raw">(.*?)</.exec(picture)?.[1] ?? '')
  const explanation = explain(input)
  assert.ok(explanation.ok)
  const rows = explanation.changes.map(({ rule, tier }) => [rule, tier])
  const rules = texts.flatMap((text, index) => (rows.some(([rule]) => rule === text) ? [[text, texts[index + 1]]] : []))
  assert.deepEqual(rules, rows)
  const urls = [...picture.matchAll(/class="mono url">(.*?)<\/text>/g)].map(([, text = '']) => readChange(text))
  assert.deepEqual(
    urls,
    explanation.changes.map(({ before, after: changed }) => [before, changed]),
  )
  assert.ok(picture.includes(`id="normalized">${explanation.url.replaceAll('&', '&amp;')}<`))
  assert.ok(picture.includes(`id="key">${explanation.key}<`))
})

const plain = (text: string): string => text.replace(/<[^>]*>/g, '').replaceAll('&amp;', '&')

/** The URL before and after the change that a row of the picture draws. */
function readChange(text: string): [string, string] {
  const without = (part: string): string =>
    plain(text.replace(new RegExp(`<tspan class="${part}">.*?</tspan>`, 'g'), ''))
  return [without('come'), without('gone')]
}
