import assert from 'node:assert/strict'
import { linkSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { canonist, temporaryFolder, type Ran } from '@canonist/test-support/command.ts'

let count = 0
/** A link to a page that no other file links to. */
const linkText = (): string => `[a](https://www.boe.es/buscar/act.php?id=BOE-A-2015-${(count += 1)}&utm_source=x)\n`
const isFixed = (path: string): boolean => !readFileSync(path, 'utf8').includes('utm_source')

interface Base {
  readonly path: string
  /** A file of the folder `docs`, or beside it. */
  file(name: string): string
  link(name: string, to: string): string
  fix(...args: string[]): Promise<Ran>
}

function base(): Base {
  const { path, file } = temporaryFolder()
  for (const name of ['docs', 'docs/below', 'other']) mkdirSync(join(path, name))
  return {
    path,
    file: (name) => file(name, linkText()),
    link: (name, to) => {
      symlinkSync(to, join(path, name))
      return join(path, name)
    },
    fix: (...args) => canonist(['validate', '--fix', '--fail-on', 'warning', ...args], { cwd: path }),
  }
}

for (const argument of ['docs', 'docs/*.md', 'docs/**/*.md', './docs/', 'docs/below/..']) {
  test(`validate --fix ${argument} reports a file that a link leads out to, but does not edit it`, async () => {
    const { file, link, fix } = base()
    const [inside, outside] = [file('docs/a.md'), file('other/b.md')]
    link('docs/b.md', '../other/b.md')
    const { code, stdout, stderr } = await fix(argument)
    assert.deepEqual([isFixed(inside), isFixed(outside)], [true, false])
    assert.match(stdout, /^docs\/b\.md:1:5: \w+: /m)
    assert.doesNotMatch(stdout, /a\.md/)
    assert.match(
      stderr,
      /docs\/b\.md was not fixed: it links to a file outside the folder\. To fix it, name the file itself\./,
    )
    assert.doesNotMatch(stderr, /--fix can write/)
    assert.equal(code, 1)
  })
}

for (const pattern of ['docs/!(below)/**', 'docs/@(draft|final)/*.md', 'docs/+(draft)/a.md']) {
  test(`validate --fix ${pattern} edits docs/draft/a.md: a group is a wildcard, not the name of a folder`, async () => {
    const { path, file, fix } = base()
    mkdirSync(join(path, 'docs/draft'))
    const inside = file('docs/draft/a.md')
    const { stderr } = await fix(pattern)
    assert.ok(isFixed(inside), stderr)
  })
}

const FOLLOWED = [
  { why: 'the link itself is named', args: ['docs', 'docs/b.md'] },
  { why: 'the file itself is named', args: ['docs', 'other/b.md'] },
  { why: 'the file lies in another folder that is named', args: ['docs', 'other'] },
  { why: 'the folder around both is named', args: ['.'] },
]

for (const { why, args } of FOLLOWED) {
  test(`validate --fix ${args.join(' ')} edits the file once: ${why}`, async () => {
    const { file, link, fix } = base()
    const outside = file('other/b.md')
    file('docs/a.md')
    const path = link('docs/b.md', '../other/b.md')
    const { code, stderr } = await fix(...args)
    assert.deepEqual([isFixed(outside), lstatSync(path).isSymbolicLink()], [true, true])
    assert.match(stderr, /2 files, 2 links: nothing found; 2 links fixed in 2 files/)
    assert.equal(code, 0)
  })
}

test('a link from one place of the folder to another: the file is read and edited once, the link stays', async () => {
  const { file, link, fix } = base()
  const real = file('docs/below/z.md')
  const links = [link('docs/a.md', 'below/z.md'), link('docs/b.md', join(real))]
  const { code, stderr } = await fix('docs')
  assert.match(stderr, /1 file, 1 link: nothing found; 1 link fixed in 1 file/)
  assert.deepEqual([code, isFixed(real)], [0, true])
  assert.ok(links.every((path) => lstatSync(path).isSymbolicLink()))
})

test('a folder that is itself a link is searched where it leads', async () => {
  const { file, link, fix } = base()
  const real = file('docs/a.md')
  link('alias', 'docs')
  assert.equal((await fix('alias')).code, 0)
  assert.ok(isFixed(real))
})

test('links to folders are not followed', async () => {
  const { file, link, fix } = base()
  const outside = file('other/b.md')
  file('docs/a.md')
  link('docs/out', '../other')
  assert.equal((await fix('docs')).code, 0)
  assert.equal(isFixed(outside), false)
})

test('a hard link to a file outside: the name in the folder gets a file of its own, the other keeps its text', async () => {
  const { path, file, fix } = base()
  const outside = file('other/b.md')
  linkSync(outside, join(path, 'docs/b.md'))
  await fix('docs')
  assert.deepEqual([isFixed(join(path, 'docs/b.md')), isFixed(outside)], [true, false])
})
