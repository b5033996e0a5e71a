// Preloaded into a command: writes the modules of the package that it loads to the file that LOADED_MODULES names, and in the end the
// modules of Node, as node:NAME.

// Not imported: an ES import of a module of Node loads many others.
const { appendFileSync } = process.getBuiltinModule('node:fs')
const { registerHooks } = process.getBuiltinModule('node:module')

const file = process.env['LOADED_MODULES'] ?? '/dev/null'

registerHooks({
  load(url, context, next) {
    const [, module] = /\/packages\/(?!core\/src\/(?!text\/))(.+\/src\/.+)\.ts$/.exec(url) ?? []
    if (module !== undefined) appendFileSync(file, `${module.replace('/src/', '/')}\n`)
    return next(url, context)
  },
})

// Node lists what it has loaded in this array, which its types do not have.
const { moduleLoadList } = process as unknown as { readonly moduleLoadList: readonly string[] }

process.on('exit', () => {
  for (const entry of moduleLoadList) {
    const [, name] = /^NativeModule (?:internal\/deps\/undici\/)?([a-z_]+)$/.exec(entry) ?? []
    if (name !== undefined) appendFileSync(file, `node:${name}\n`)
  }
})
