import { join } from 'node:path'
import { readdirSync } from 'node:fs'
import { ROOT, findSources, readText } from './repository.ts'

/** The packages whose sources people import or run, in the order of their dependencies. */
export const PACKAGES = [
  'core',
  'web',
  'lists',
  'learn',
  'registry',
  'crawl',
  'links',
  'client',
  'server',
  'canonist',
] as const

/** The folders of their sources, from the root. */
export const SOURCE_FOLDERS: readonly string[] = PACKAGES.map((name) => `packages/${name}/src`)

/** A module of a package, by its name in other packages without the prefix: `web/net/errors.ts`. */
export interface SourceFile {
  readonly name: string
  /** From the root. */
  readonly path: string
  readonly text: string
}

/** Every module of every package. */
export const readSources = (): SourceFile[] =>
  SOURCE_FOLDERS.flatMap((folder) =>
    findSources(folder).map((path) => ({ name: toModuleName(path), path, text: readText(path) })),
  )

/** `packages/web/src/net/errors.ts` is `web/net/errors.ts`. */
export const toModuleName = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^packages\//, '')
    .replace('/src/', '/')

/** The folders directly in the sources of all packages: `web/net`. */
export const listSourceFolders = (): string[] =>
  PACKAGES.flatMap((name) =>
    readdirSync(join(ROOT, `packages/${name}/src`), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${name}/${entry.name}`),
  )
