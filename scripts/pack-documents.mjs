// Puts the documents of the repository into a package while it is packed, and takes them out again: they are kept once.
// npm runs it in the package's folder: node ../../scripts/pack-documents.mjs add|remove
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

const DOCUMENTS = ['SECURITY.md', 'CHANGELOG.md']
const ROOT = new URL('../', import.meta.url)

const { repository } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'))
const pages = `${repository.url.replace(/^git\+/, '').replace(/\.git$/, '')}/blob/main/`

/** Links to other pages of the repository lead nowhere in a package. */
const withWholeLinks = (text) => text.replace(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, (_, path) => `](${pages}${path})`)

for (const name of DOCUMENTS) {
  if (process.argv[2] === 'add') writeFileSync(name, withWholeLinks(readFileSync(new URL(name, ROOT), 'utf8')))
  else rmSync(name, { force: true })
}
