import { existsSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { readBlocks, readCodes } from './markdown.ts'
import { ROOT } from './repository.ts'

/** A file or folder that a page names, with the paths from the root where it is; none where it does not exist. */
export interface NamedFile {
  readonly name: string
  readonly paths: readonly string[]
}

const NAME = String.raw`\.?[a-z][\w-]*(?:[/.][\w-]+)*(?:\.(?:ts|tsx|mjs|sql|md|json|sha256|yaml)\b|\/(?![\w*]))`
const WHOLE = new RegExp(`^${NAME}$`)
const WITHIN = new RegExp(`(?<![\\w/:.-])${NAME}`, 'g')

/**
 * The files and folders that a page names: in `code` of its text, and in drawings, which are blocks without a language.
 *
 * @param places folders from the root below which a name may be
 */
export function findNamedFiles(page: string, places: readonly string[]): NamedFile[] {
  const drawings = readBlocks(page, '').map(({ text }) => text)
  const prose = page.replace(/^```[\s\S]*?^```$/gm, '')
  const names = new Set([
    ...readCodes(prose).filter((code) => WHOLE.test(code)),
    ...drawings.flatMap((text) => [...text.matchAll(WITHIN)].map(([name]) => name)),
  ])
  return [...names].map((name) => ({
    name,
    paths: places
      .map((place) => normalize(join(place, name)).replace(/\/$/, ''))
      .filter((path) => existsSync(join(ROOT, path))),
  }))
}
