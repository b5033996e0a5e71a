import { readFileSync } from '@canonist/lists/internal/io/node-fs'

/** The version of this package, which all packages of Canonist share; src and dist lie equally deep. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return hasVersion ? String(manifest.version) : 'unknown'
}
