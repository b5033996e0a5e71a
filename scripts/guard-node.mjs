// Every script of the workspace runs on the Node that the root's optional dependencies pin.
// Where no such package exists for the machine (macOS, Alpine), the system's Node must be new enough.
const WANTED = 24
const major = Number(process.versions.node.split('.')[0])
if (major < WANTED) {
  console.error(
    `canonist: this is Node ${process.versions.node}, but the workspace needs Node ${WANTED} or newer. ` +
      `On Linux and Windows "npm ci" brings it along as an optional dependency: check that it was not run with --omit=optional. ` +
      `Elsewhere install Node ${WANTED} and run the command again.`,
  )
  process.exit(2)
}
