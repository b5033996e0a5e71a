// Hundreds of test files import the same sources. What one process has stripped of types and compiled, the next one takes from here.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/canonist-tests', import.meta.url)))
