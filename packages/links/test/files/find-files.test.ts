import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'

const LINK = '[a](https://www.boe.es/buscar/act.php?id=BOE-A-2015-1&utm_source=x)\n'

const cases = [
  {
    why: 'a folder: names that tell, and with --as all text',
    args: ['--as', 'markdown', 'docs'],
    files: ['b', 'c.txt'],
  },
  { why: 'a pattern', args: ['--as', 'markdown', 'docs/*'], files: ['b', 'c.txt'] },
  { why: 'a pattern of one ending', args: ['--as', 'markdown', 'docs/**/*.txt'], files: ['c.txt'] },
]
for (const { why, args, files } of cases) {
  test(`validate ${args.join(' ')} reads ${files.join(', ')} (${why})`, async () => {
    const { path, file } = temporaryFolder()
    mkdirSync(join(path, 'docs'))
    for (const name of ['docs/b', 'docs/c.txt', 'docs/.hidden']) file(name, LINK)
    file('docs/d.png', `\u0000${LINK}`)
    const { stdout } = await canonist(['validate', ...args], { cwd: path })
    const found = new Set(stdout.split('\n').flatMap((line) => /^docs\/([^:]+):\d/.exec(line)?.[1] ?? []))
    assert.deepEqual([...found], files)
  })
}

test('validate skips the folders of package managers, unless it is pointed at them', async () => {
  const { path, file } = temporaryFolder()
  for (const name of ['_vendor', 'node_modules', 'bower_components', 'vendor']) {
    mkdirSync(join(path, 'docs', name), { recursive: true })
    file(`docs/${name}/a.md`, LINK)
  }
  const skipped = await canonist(['validate', 'docs'], { cwd: path })
  assert.match(skipped.stdout, /^docs\/vendor\/a\.md:/)
  assert.match(skipped.stderr, /1 file, 1 link/)
  const pointed = await canonist(['validate', 'docs/_vendor'], { cwd: path })
  assert.match(pointed.stdout, /^docs\/_vendor\/a\.md:/)
})

test('validate reads the .mdx files of a folder', async () => {
  const { path, file } = temporaryFolder()
  mkdirSync(join(path, 'docs'))
  file('docs/a.mdx', `import b from "https://www.boe.es/c"\n\n<A>\n    ${LINK}</A>\n`)
  const { code, stdout } = await canonist(['validate', 'docs'], { cwd: path })
  assert.match(stdout, /^docs\/a\.mdx:4:9: /)
  assert.notEqual(code, 2)
})

test('entries of a list in MDX are compared, as in Markdown', async () => {
  const { path, file } = temporaryFolder()
  file('a.mdx', '- [a](https://www.boe.es/buscar)\n- [b](https://www.boe.es/buscar)\n')
  const { stdout } = await canonist(['validate', 'a.mdx'], { cwd: path })
  assert.match(stdout, /^a\.mdx:2:7: .*\[duplicate\]$/m)
})

test('without --as a folder of other names has nothing to read', async () => {
  const { path, file } = temporaryFolder()
  mkdirSync(join(path, 'docs'))
  file('docs/c.txt', LINK)
  const { code, stderr } = await canonist(['validate', 'docs'], { cwd: path })
  assert.equal(code, 2)
  assert.match(stderr, /No file is in a supported format \(files end with/)
})
