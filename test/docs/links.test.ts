import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { findMarkdown, readText, ROOT } from '../support/repository.ts'

const withoutCode = (page: string): string => page.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '')

/** Where links and pictures lead, web addresses left out. */
function localLinks(page: string): string[] {
  return [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
}

/** The anchors that a forge makes of headings. */
function listAnchors(page: string): Set<string> {
  const headings = [...page.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)]
  return new Set(
    headings.map(([, text = '']) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  )
}

for (const page of findMarkdown()) {
  test(`${page}: every link leads somewhere`, () => {
    for (const link of localLinks(readText(page))) {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : join(dirname(page), path)
      assert.ok(existsSync(join(ROOT, target)), `${link}: there is no ${target}`)
      if (anchor !== undefined)
        assert.ok(listAnchors(readText(target)).has(anchor), `${link}: there is no such heading`)
    }
  })

  test(`${page}: no path of anybody's machine`, () => {
    const found = /(?:^|[\s"'`(=])(?:\/(?:home|root|Users|work|private|mnt)\/|[A-Z]:\\|file:\/\/\/)\S*/m.exec(
      readText(page),
    )
    assert.equal(found?.[0].trim(), undefined)
  })
}

test('every page below docs/ can be reached from the README', () => {
  const seen = new Set(['README.md'])
  for (const page of seen) {
    for (const link of localLinks(readText(page))) {
      const target = join(dirname(page), link.split('#')[0] ?? '')
      if (target.endsWith('.md') && existsSync(join(ROOT, target))) seen.add(target)
    }
  }
  const lost = findMarkdown().filter((page) => page.startsWith('docs/') && !seen.has(page))
  assert.deepEqual(lost, [])
})
