import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Beside the page, below the root of the server. */
const FILE = 'licenses.txt'

/** What a package may call its licence, and what it says about code or data of others. */
const NOTICES = /^(?:licen[cs]e|copying|notice|third-party-notices)\b/i

const OWN_LICENSE = /^licen/i

/** Our own licence is that of the package; what our packages say about others counts. */
const isOwn = (name: string): boolean => name === 'canonist' || name.startsWith('@canonist/')

interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly author?: string | { readonly name: string }
}

/**
 * Writes the licences of all packages of which the bundler takes a module: scripts, styles, fonts and images, those of workers and the
 * bundler's own helpers. The build fails if one of them has no text.
 *
 * @returns the plugin of the build, and that of its workers, which are bundles of their own
 */
export function listLicenses(): { readonly page: Plugin; readonly worker: Plugin } {
  const folders = new Set<string>()
  const collect: GenerateBundle = function (_, bundle) {
    // Styles are modules that no chunk names, and the helper that joins chunks is one of a chunk alone.
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const ids = [...this.getModuleIds(), ...chunks.flatMap(({ moduleIds }) => moduleIds)]
    for (const id of ids) folders.add(findFolder(id))
  }
  return {
    worker: { name: 'collect-licenses', generateBundle: collect },
    page: {
      name: 'list-licenses',
      async generateBundle(...args) {
        await collect.apply(this, args)
        const texts = [...folders].flatMap(readNotices).toSorted()
        this.emitFile({ type: 'asset', fileName: FILE, source: `${[INTRODUCTION, ...texts].join(RULE)}\n` })
      },
    },
  }
}

type GenerateBundle = Extract<NonNullable<Plugin['generateBundle']>, (...args: never[]) => unknown>

const INTRODUCTION = 'The dashboard of Canonist contains code and data of others, under these licences.'
const RULE = `\n\n${'='.repeat(80)}\n`

const require = createRequire(import.meta.url)

/** The folder of the package that a module belongs to. */
function findFolder(id: string): string {
  // The bundler's helpers have no files.
  if (/^\0?rolldown\//.test(id)) return dirname(createRequire(require.resolve('vite')).resolve('rolldown/package.json'))
  if (/^\0?vite\//.test(id)) return dirname(require.resolve('vite/package.json'))
  for (let folder = dirname(id.replace(/^\0/, '')); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && readManifest(folder).name !== undefined) return folder
    if (folder === dirname(folder))
      throw new Error(`${JSON.stringify(id)} belongs to no package, so its licence is not known`)
  }
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

function readNotices(folder: string): string[] {
  const { name = '', version = '', license = 'no licence', author } = readManifest(folder)
  const files = readdirSync(folder).filter((file) => NOTICES.test(file) && !(isOwn(name) && OWN_LICENSE.test(file)))
  const texts = files.map((file) => withoutTools(readFileSync(join(folder, file), 'utf8')).trim())
  if (texts.length === 0 && isOwn(name)) return []
  const title = `${name} ${version} (${license})`
  if (texts.length > 0) return [[title, ...texts].join('\n\n')]
  const holder = typeof author === 'string' ? author : author?.name
  throw new Error(
    `${title} by ${holder ?? 'nobody known'} has no file with its licence. Add the standard text here, with the author.`,
  )
}

/** Vite lists the licences of everything that it is made of; its helpers are its own. */
const withoutTools = (text: string): string => text.split('\n# Licenses of bundled dependencies')[0] ?? ''
