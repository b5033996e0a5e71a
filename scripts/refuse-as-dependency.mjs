// Runs before the workspace is built. "npm install PATH-OF-THE-CLONE" in another project would link the workspace, which exports nothing:
// it ends here, with a command that works. npm names the project that it installs into.
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const workspace = fileURLToPath(new URL('..', import.meta.url))
const project = process.env.npm_config_local_prefix

if (project !== undefined && resolve(project) !== resolve(workspace)) {
  const path = relative(project, workspace)
  console.error(
    `canonist: ${path} is the workspace, not a package. Install one of its packages instead, such as the command: npm install ${path}/packages/canonist`,
  )
  process.exit(2)
}
