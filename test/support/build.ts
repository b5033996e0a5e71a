import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const WORKSPACE = fileURLToPath(new URL('../..', import.meta.url))

/** Builds the packages from the sources as they are: a test of the built command must not run an old build. */
export function build(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: WORKSPACE, stdio: ['ignore', 'ignore', 'inherit'] })
}
