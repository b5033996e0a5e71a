import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const NOT_OURS = new Set(['node_modules', 'dist', '.git'])

/** Every Markdown file of the repository, by its path from the root. */
export function findMarkdown(folder: string = ROOT): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : findMarkdown(path)
    return entry.name.endsWith('.md') ? [relative(ROOT, path)] : []
  })
}

/** The TypeScript files of a folder, by their paths from the root. */
export function findSources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(folder, path))
}
