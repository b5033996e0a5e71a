import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Input } from '../../io/input.ts'

/** Increase it whenever the saved state changes. */
const FORMAT = 1
const DIGITS = 16

/**
 * Equal for runs that read the same files with the same options; null if an input is not a regular file.
 *
 * @param options everything that the result depends on
 */
export function identifyRun(inputs: readonly Input[], options: readonly unknown[]): string | null {
  const files: unknown[] = []
  for (const { name, isRepeatable } of inputs) {
    const info = isRepeatable ? statSync(name, { bigint: true, throwIfNoEntry: false }) : undefined
    if (info === undefined || !info.isFile()) return null
    files.push([resolve(name), ...[info.dev, info.ino, info.size, info.mtimeNs].map(String)])
  }
  return hash('sha256', JSON.stringify([FORMAT, files, options])).slice(0, DIGITS)
}
