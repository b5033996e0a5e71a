// Preloaded into a command: writes the modules of the package that it loads to the file that LOADED_MODULES names.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const file = process.env['LOADED_MODULES'] ?? '/dev/null'

registerHooks({
  load(url, context, next) {
    const [, module] = /\/packages\/canonist\/src\/(.+)\.ts$/.exec(url) ?? []
    if (module !== undefined) appendFileSync(file, `${module}\n`)
    return next(url, context)
  },
})
