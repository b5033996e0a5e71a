#!/usr/bin/env node
// Plain JavaScript that any Node can read: an old one must get as far as the message.
const WANTED = 24
const built = new URL('../dist/cli/main.js', import.meta.url)

if (Number(process.versions.node.split('.')[0]) < WANTED) {
  console.error(
    `canonist: this is Node ${process.versions.node}, but canonist needs Node ${WANTED} or newer; install it from https://nodejs.org or with your version manager, and run the command again`,
  )
  process.exitCode = 2
  // Not imported: that would load node:stream, too, and take as long as all the rest.
} else if (!process.getBuiltinModule('node:fs').existsSync(built)) {
  console.error('canonist: it has not been built yet; run "npm run build" in the repository, and run the command again')
  process.exitCode = 2
} else {
  const { main } = await import(built.href)
  await main(process)
}
