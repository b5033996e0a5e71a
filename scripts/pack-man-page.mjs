// Writes the man page of the command into its package while it is packed, from what the built command says of itself: it is kept nowhere else.
// npm runs it in the package's folder: node ../../scripts/pack-man-page.mjs add|remove
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'

if (process.argv[2] === 'add') {
  const { makeManPage } = await import('./generate/commands.mjs')
  mkdirSync('man', { recursive: true })
  writeFileSync('man/canonist.1', makeManPage())
} else rmSync('man', { recursive: true, force: true })
