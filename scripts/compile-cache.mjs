// Hundreds of test files import the same sources. What one process has stripped of types and compiled, the next one takes from here; so do
// the processes that tests start.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../node_modules/.cache/canonist-tests', import.meta.url))
enableCompileCache(FOLDER)
process.env.NODE_COMPILE_CACHE = FOLDER
