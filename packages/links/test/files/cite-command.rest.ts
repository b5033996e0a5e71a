import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openHealth } from '../../src/health/open-health.ts'
import { html, prose } from '../health/support/pages.ts'
import { webFetcher, type Web } from '../health/support/simulated-health.ts'
import { canonist, temporaryFolder, type Ran } from '@canonist/test-support/command.ts'

// The command as users start it, with and without a registry.

const { path: folder, file } = temporaryFolder()
file('policy.yaml', 'name: test\nextends: sources\nhosts: { allow: [boe.es, sepe.es, gob.es] }\n')
file(
  'reviewed.yaml',
  "name: test\nextends: ./policy.yaml\ncitation: { qualifier: 'Puedes mirar {host}', homePages: reviewed }\n",
)
const DEEP = 'https://www.boe.es/buscar/act.php?id=BOE-A-2021-21007'
const SLASHED = 'https://uno.gob.es/a/b-c/'
mkdirSync(join(folder, 'kb'))
for (const [name, content] of Object.entries({
  '1-law.json': { u: `${DEEP}&utm_source=x` },
  '2-home.json': { u: 'https://www.sepe.es/' },
  '3-section.json': { u: 'https://www.sepe.es/HomeSepe/Personas' },
})) {
  writeFileSync(join(folder, 'kb', name), JSON.stringify(content))
}

const run = (...args: readonly string[]): Promise<Ran> => canonist(args, { cwd: folder })
const cite = (...args: readonly string[]): Promise<Ran> =>
  run('cite', '--policy', 'policy.yaml', '--field', 'u', ...args)
const citeReviewed = (...args: readonly string[]): Promise<Ran> =>
  run('cite', '--policy', 'reviewed.yaml', '--field', 'u', ...args)

describe('canonist cite', () => {
  test('shows for each topic what to cite, what to say with it and what is missing', async () => {
    const { code, stdout, stderr } = await cite('kb')
    assert.equal(code, 1)
    assert.equal(
      stdout,
      [
        'kb/1-law.json:1',
        `  cite  ${DEEP}`,
        'kb/2-home.json:1',
        '  cite  https://www.sepe.es',
        '  say   Puedes consultar más información en esta web: SEPE (sepe.es)',
        '  gap   Only a home page is given. Find the page on the topic itself. [only-home-page]',
        'kb/3-section.json:1',
        '  cite  https://www.sepe.es/HomeSepe/Personas',
        '  say   Puedes consultar más información en esta web: SEPE (sepe.es)',
        '  gap   Only a section page is given. Find the page on the topic itself. [only-section-page]',
        '',
      ].join('\n'),
    )
    assert.equal(stderr, 'canonist: 3 topics: 1 can be cited, 2 with a qualifier, 0 not; 2 gaps\n')
  })

  test('what link health holds for dead is not cited', async () => {
    await run('add', '--db', 'dead.db', '--quiet', DEEP)
    const health = await openHealth(join(folder, 'dead.db'))
    await health.check({ fetcher: webFetcher(() => ({ [DEEP]: { status: 410 } })) })
    await health.close()
    const { code, stdout } = await cite('--db', 'dead.db', 'kb/1-law.json')
    assert.equal(code, 1)
    assert.match(stdout, /not {3}https:\/\/www\.boe\.es\/\S+ \(gone\)\n {2}gap/)
  })

  const OLD = 'https://www.boe.es/buscar/act.php?id=BOE-A-2020-1'
  const DAY = 24 * 60 * 60 * 1000

  /** Looks at the pages of a registry so many days after its first look. */
  async function look(db: string, days: number, web: Web): Promise<void> {
    const now = (): number => Date.UTC(2026, 0, 1) + days * DAY
    const health = await openHealth(join(folder, db), { now })
    await health.check({ fetcher: webFetcher(() => web), filter: { isAll: true } })
    await health.close()
  }

  const openReviews = async (db: string): Promise<string[]> => {
    const { stdout } = await run('export', 'reviews', '--db', db)
    const reviews = stdout
      .trimEnd()
      .split('\n')
      .filter((line) => line !== '')
    return reviews.map((line) => {
      const { kind, state } = JSON.parse(line) as { kind: string; state: string }
      return `${kind} ${state}`
    })
  }

  test('a page whose text was replaced is not cited until a reviewer accepts it, and every command says so', async () => {
    await run('add', '--db', 'casino.db', '--quiet', DEEP)
    await look('casino.db', 0, { [DEEP]: { body: html('Real Decreto 1065/2021 | BOE', prose(1)) } })
    assert.equal((await cite('--db', 'casino.db', 'kb/1-law.json')).code, 0)
    for (const days of [7, 22]) {
      await look('casino.db', days, { [DEEP]: { body: html('Mega Slots', prose(2)) } })
      const { code, stdout } = await cite('--db', 'casino.db', 'kb/1-law.json')
      assert.deepEqual([code, stdout.includes('(takeover_suspect)'), stdout.includes('cite ')], [1, true, false])
      assert.deepEqual(await openReviews('casino.db'), ['replaced_text open'])
    }
    const found = await run('validate', '--policy', 'policy.yaml', '--db', 'casino.db', '--field', 'u', 'kb/1-law.json')
    assert.match(
      found.stdout,
      /the known text is gone completely, and nothing shows the same owner.* \[takeover-suspect\]/,
    )
    const checked = await run('check', '--db', 'casino.db', '--limit', '0', '--policy', 'policy.yaml')
    assert.match(checked.stdout, /^takeover-suspect .*web\.archive\.org\/web\/20260101\//)
    const shown = await run('review', 'show', '--db', 'casino.db', '1')
    assert.match(shown.stdout, /still the right one/)
    assert.match(shown.stdout, /accepts the present content of 1 page, which may be cited again/)
    await run('review', 'accept', '--db', 'casino.db', '1')
    assert.deepEqual(await openReviews('casino.db'), ['replaced_text accepted'])
    assert.equal((await cite('--db', 'casino.db', 'kb/1-law.json')).code, 0)
    const after = await run('check', '--db', 'casino.db', '--limit', '0', '--policy', 'policy.yaml')
    assert.deepEqual([after.code, after.stdout], [0, ''])
  })

  test('a page whose domain is for sale is not cited', async () => {
    await run('add', '--db', 'sale.db', '--quiet', DEEP)
    await look('sale.db', 0, { [DEEP]: { body: html('Real Decreto', prose(1)) } })
    for (const days of [7, 22]) {
      await look('sale.db', days, { [DEEP]: { body: html('boe.es', 'This domain is for sale. Buy this domain') } })
      const { stdout } = await cite('--db', 'sale.db', 'kb/1-law.json')
      assert.match(stdout, /not {3}\S+ \(takeover_suspect\)/)
      assert.deepEqual(await openReviews('sale.db'), ['takeover_suspect open'])
    }
  })

  test('a page that was never seen in order is not cited', async () => {
    await run('add', '--db', 'never.db', '--quiet', DEEP)
    await look('never.db', 0, { [DEEP]: { status: 404 } })
    const { code, stdout } = await cite('--db', 'never.db', 'kb/1-law.json')
    assert.equal(code, 1)
    assert.match(stdout, /not {3}\S+ \(never_healthy\)/)
    await look('never.db', 1, { [DEEP]: { body: html('Real Decreto', prose(1)) } })
    assert.equal((await cite('--db', 'never.db', 'kb/1-law.json')).code, 0)
  })

  test('a page that has moved is cited where it is now', async () => {
    file('moved.json', JSON.stringify({ u: OLD }))
    await run('add', '--db', 'moved.db', '--quiet', OLD)
    const moved = { status: 301, headers: { location: `${DEEP}&utm_source=x` } }
    await look('moved.db', 0, { [OLD]: moved, [`${DEEP}&utm_source=x`]: { body: html('Real Decreto', prose(1)) } })
    const { code, stdout } = await cite('--db', 'moved.db', 'moved.json')
    assert.deepEqual([code, stdout], [0, `moved.json:1\n  cite  ${DEEP}\n`])
  })

  test('exit code 0 where nothing is missing', async () => {
    const { code, stderr } = await cite('--quiet', 'kb/1-law.json')
    assert.deepEqual([code, stderr], [0, ''])
  })

  test('--json prints an object for each topic', async () => {
    const { stdout } = await cite('--json', 'kb/3-section.json')
    const url = 'https://www.sepe.es/HomeSepe/Personas'
    assert.deepEqual(JSON.parse(stdout), {
      file: 'kb/3-section.json',
      entry: '',
      line: 1,
      cite: {
        url,
        linkType: 'section',
        qualifier: 'Puedes consultar más información en esta web: SEPE (sepe.es)',
        alternates: {},
      },
      links: [
        {
          url,
          canonical: url,
          linkType: 'section',
          verdict: 'qualified',
          reason: null,
          flags: ['section_link'],
          line: 1,
          column: 7,
        },
      ],
      gap: { code: 'only-section-page', message: 'Only a section page is given. Find the page on the topic itself.' },
    })
  })

  test('entries of a file, and a file that cannot be read', async () => {
    file('many.yaml', `tramites:\n  - u: ${DEEP}\n  - t: x\n`)
    file('broken.json', '{')
    const { stdout: story } = await cite('--entries', 'tramites', 'many.yaml')
    assert.match(story, /^many\.yaml:2 tramites\[0\]\n.*\nmany\.yaml:3 tramites\[1\]\n/)
    const { code, stdout } = await cite('--entries', 'tramites', '--json', 'broken.json', 'many.yaml')
    assert.equal(code, 1)
    const topics = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: string; entry: string; line: number; gap: { code: string } | null })
    assert.deepEqual(
      topics.map(({ file: name, entry, line, gap }) => [name, entry, line, gap?.code]),
      [
        ['broken.json', '', 1, 'unreadable-file'],
        ['many.yaml', 'tramites[0]', 2, undefined],
        ['many.yaml', 'tramites[1]', 3, 'no-link'],
      ],
    )
  })

  test('--ask without a registry, and a registry that is not there, are refused', async () => {
    const without = await cite('--ask', 'kb')
    assert.deepEqual([without.code, without.stdout], [2, ''])
    assert.match(without.stderr, /--ask needs a registry .* Add --db\./)
    const missing = await cite('--db', 'none.db', 'kb')
    assert.equal(missing.code, 3)
  })

  test('--ask begins a registry where there is none', async () => {
    const { code, stdout, stderr } = await citeReviewed('--ask', '--db', 'asked.db', 'kb/2-home.json')
    assert.equal(code, 1, stderr)
    assert.match(
      stdout,
      / Find the page on the topic itself, or decide review 1: canonist review show 1 --db FILE\. \[home-page-undecided\]\n/,
    )
    const again = await citeReviewed('--ask', '--db', 'canonist.db', '--json', 'kb/2-home.json')
    assert.match(again.stdout, /or decide review 1: canonist review show 1\."/)
    const without = await citeReviewed('kb/2-home.json')
    assert.match(without.stdout, /or ask a reviewer: --db FILE --ask\. \[home-page-undecided\]\n/)
    const { stdout: queue } = await run('review', 'list', '--db', 'asked.db', '--json')
    assert.match(queue, /"kind":"homepage_link","subject":"https:\/\/www\.sepe\.es"/)
  })
})

describe('with a registry', () => {
  test('a home page that is a last resort is cited until a reviewer refuses it', async () => {
    const asked = await cite('--db', 'last.db', '--ask', 'kb')
    assert.match(
      asked.stdout,
      /\n {2}cite {2}https:\/\/www\.sepe\.es\n {2}say {3}Puedes .*\n {2}gap .* Review 1 asks whether the home page may be cited: canonist review show 1 --db FILE\. \[only-home-page\]\n/,
    )
    await run('review', 'reject', '--db', 'last.db', '1')
    const { stdout } = await cite('--db', 'last.db', '--ask', 'kb/2-home.json')
    assert.match(stdout, /not {3}https:\/\/www\.sepe\.es\/ \(reviewer\)\n.*\[no-usable-link\]/)
    const { stdout: queue } = await run('review', 'list', '--db', 'last.db', '--json')
    assert.equal(queue, '')
  })

  test('a home page is cited once a reviewer has allowed it, and is then not a finding', async () => {
    await run('add', '--db', 'r.db', '--quiet', DEEP)
    const before = await citeReviewed('--db', 'r.db', '--ask', 'kb/2-home.json')
    assert.match(before.stdout, /\[home-page-undecided\]/)
    await citeReviewed('--db', 'r.db', '--ask', 'kb/2-home.json')
    const { stdout: queue } = await run('review', 'list', '--db', 'r.db', '--json')
    const reviews = queue
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; kind: string; subject: string })
    assert.deepEqual(
      reviews.map(({ kind, subject }) => [kind, subject]),
      [['homepage_link', 'https://www.sepe.es']],
    )
    const decided = await run('review', 'accept', '--db', 'r.db', String(reviews[0]?.id))
    assert.equal(decided.code, 0, decided.stderr)
    const after = await citeReviewed('--db', 'r.db', 'kb/2-home.json')
    assert.match(after.stdout, /cite {2}https:\/\/www\.sepe\.es\n {2}say {3}Puedes .*\n {2}gap .*\[only-home-page\]/)
    const valid = await run('validate', '--db', 'r.db', '--policy', 'policy.yaml', '--field', 'u', 'kb/2-home.json')
    assert.doesNotMatch(valid.stdout, /home-page/)
  })

  test('--fix leaves a slash alone that the registry knows to matter', async () => {
    file('slash.json', JSON.stringify({ u: SLASHED }))
    const validate = ['validate', '--quiet', '--policy', 'policy.yaml', '--field', 'u', 'slash.json']
    assert.match((await run(...validate)).stdout, /\[not-canonical\]/)
    const { openRegistry } = await import('@canonist/registry/internal/registry/open-registry')
    const registry = await openRegistry(join(folder, 'r.db'))
    const fact = { value: 'kept', source: 'seed', observedAt: new Date().toISOString(), chain: [] } as const
    await registry.getHostFacts().set('uno.gob.es', 'keeps_slash:/a/b-c/', fact)
    await registry.close()
    assert.deepEqual(await run(...validate, '--db', 'r.db').then(({ code, stdout }) => [code, stdout]), [0, ''])
  })
})
