import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { article } from '../health/support/pages.ts'
import { watch } from '../health/support/simulated-health.ts'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'

// What `check` holds of a page counts where links are judged with the same registry.

const { path: folder, file } = temporaryFolder()
file('policy.yaml', 'name: test\nextends: sources\nhosts: { allow: [boe.es, sepe.es, gob.es] }\n')

const createUrl = (name: string): string => `https://uno.gob.es/tramites/${name}-de-prueba.html`
const WEB = {
  [createUrl('gone')]: { status: 410 },
  [createUrl('takeover')]: { status: 302, headers: { location: 'https://casino.example.com/' } },
  [createUrl('home')]: { status: 301, headers: { location: 'https://uno.gob.es/' } },
  [createUrl('moved')]: { status: 301, headers: { location: createUrl('there') } },
  [createUrl('fine')]: { body: article('Fine', 1) },
  [createUrl('there')]: { body: article('There', 2) },
  'https://uno.gob.es/': { body: article('Home', 3) },
}

interface Line {
  readonly cite: { readonly url: string } | null
  readonly links: readonly { readonly reason: string | null }[]
  readonly gap: { readonly code: string } | null
}

interface Report {
  readonly findings: readonly { readonly rule: string; readonly url: string }[]
}

interface Case {
  readonly name: string
  readonly refusedAs: string | null
  /** The page that is cited, where it is another one. */
  readonly citedAs?: string
  readonly rule: string | null
}

const cases: readonly Case[] = [
  { name: 'gone', refusedAs: 'gone', rule: 'gone' },
  { name: 'takeover', refusedAs: 'takeover_suspect', rule: 'takeover-suspect' },
  { name: 'home', refusedAs: 'soft404', rule: 'soft404' },
  { name: 'moved', refusedAs: null, citedAs: 'there', rule: 'moved' },
  { name: 'fine', refusedAs: null, rule: null },
  { name: 'unknown', refusedAs: null, rule: null },
]
const spelled = (name: string): string => `${createUrl(name)}?utm_source=x`
const files = cases.map(({ name }) => `${name}.json`)
for (const { name } of cases) file(`${name}.json`, JSON.stringify({ u: spelled(name) }))

for (const { dialect, freshLocation } of await bothDatabases()) {
  test(`${dialect}: links whose health is known`, async (t) => {
    const location = await freshLocation()
    const urls = Object.keys(WEB).filter((url) => url !== createUrl('there'))
    const { health, fetcher } = await watch(t, location, urls, WEB, { hosts: { allow: ['gob.es'] } })
    await health.check({ fetcher })
    const common = ['--policy', 'policy.yaml', '--field', 'u', '--db', location, ...files]

    await t.test('cite refuses what is gone, missing or taken over, and cites what has moved where it is', async () => {
      const { stdout } = await canonist(['cite', '--json', ...common], { cwd: folder })
      const lines = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line)
      assert.deepEqual(
        lines.map(({ cite, links, gap }) => [cite?.url ?? null, links[0]?.reason, gap?.code ?? null]),
        cases.map(({ name, refusedAs, citedAs = name }) =>
          refusedAs === null ? [createUrl(citedAs), null, null] : [null, refusedAs, 'no-usable-link'],
        ),
      )
    })

    await t.test('validate reports it, and pages that have moved', async () => {
      const args = ['validate', '--format', 'json', '--rule', 'tracking-left=off', ...common]
      const { stdout, code } = await canonist(args, { cwd: folder })
      assert.deepEqual(
        (JSON.parse(stdout) as Report).findings.map(({ rule, url }) => [rule, url]),
        cases.flatMap(({ name, rule }) => (rule === null ? [] : [[rule, spelled(name)]])),
      )
      assert.equal(code, 1)
    })

    await t.test('validate --fix writes where a page has moved to, with the fragment of the link', async () => {
      file('moved-links.md', `[a](${spelled('moved')}#art-3) [b](${createUrl('gone')}) [c](${createUrl('fine')})\n`)
      const args = ['validate', '--fix', '--quiet', '--db', location, 'moved-links.md']
      const { stdout } = await canonist(args, { cwd: folder })
      const text = readFileSync(join(folder, 'moved-links.md'), 'utf8')
      assert.equal(text, `[a](${createUrl('there')}#art-3) [b](${createUrl('gone')}) [c](${createUrl('fine')})\n`)
      assert.match(stdout, /^moved-links\.md:1:\d+: error: Gone[^\n]*\[gone\]\n$/)
    })
  })
}
