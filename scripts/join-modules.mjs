// Joins many modules into one file that exports everything they export, so that a program loads one file instead of many, and none of
// them twice.
import { build } from 'esbuild'

export const OPTIONS = {
  bundle: true,
  format: 'esm',
  target: 'es2023',
  sourcemap: true,
  // The sources are packed beside them.
  sourcesContent: false,
  logLevel: 'warning',
}

/** The exports of each module. In the joined file each has an alias, because two modules may have the same name. */
export async function listExports(folder, files) {
  const { metafile } = await build({
    ...OPTIONS,
    absWorkingDir: folder,
    bundle: false,
    entryPoints: files,
    outdir: 'dist',
    write: false,
    metafile: true,
  })
  const outputs = Object.values(metafile.outputs).filter(({ entryPoint }) => entryPoint !== undefined)
  const exported = new Map(outputs.map(({ entryPoint, exports }) => [entryPoint, exports]))
  return new Map(
    files.map((file, index) => [file, exported.get(file).map((name) => ({ name, alias: `${name}_${index}` }))]),
  )
}

/** The text of the joined file's entry. */
export function joinedText(modules) {
  const used = [...modules].filter(([, names]) => names.length > 0)
  return used.map(([file, names]) => `export { ${names.map(asAlias).join(', ')} } from './${file}'\n`).join('')
}

const asAlias = ({ name, alias }) => `${name} as ${alias}`

/** The text that replaces one of the modules. */
export function standInText(names, joinedFile) {
  if (names.length === 0) return 'export {}\n'
  return `export { ${names.map(({ name, alias }) => `${alias} as ${name}`).join(', ')} } from '${joinedFile}'\n`
}
