import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Creates a virtual environment with these PyPI packages, or reuses one that has them. Returns its Python. */
export function installPython(folder, packages) {
  const python = join(folder, 'bin', 'python')
  const list = join(folder, 'packages.txt')
  const wanted = packages.join('\n')
  if (existsSync(list) && readFileSync(list, 'utf8') === wanted) return python
  for (const [command, ...args] of [
    ['python3', '-m', 'venv', folder],
    [python, '-m', 'pip', 'install', '--quiet', ...packages],
  ]) {
    const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed; check Python 3 and the network`)
  }
  writeFileSync(list, wanted)
  return python
}
