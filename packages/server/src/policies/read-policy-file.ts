import { open } from 'node:fs/promises'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { mergePolicySpecs, type PolicySpec } from '@canonist/core'
import { IoError, createReadFailure } from '@canonist/lists/internal/io/errors'
import { AppError } from '../canonist/errors.ts'
import { parsePolicyText } from './parse-policy-text.ts'

export interface PolicyFile {
  /** What the file itself says. */
  readonly own: PolicySpec
  /** The same with the files that it extends merged in; it extends at most a built-in. */
  readonly resolved: PolicySpec
}

/** Reads a policy file and those that it extends. What its fields mean is checked later, by `definePolicy`. */
export function readPolicyFile(file: string): Promise<PolicyFile> {
  return readChain(file, [])
}

async function readChain(file: string, before: readonly string[]): Promise<PolicyFile> {
  const path = resolve(file)
  const chain = [...before, path]
  if (before.includes(path)) {
    const thing = chain.map(showPath).join(' extends ')
    throw createExtendsError(thing, `${thing}: a loop; let one of them extend a built-in policy`)
  }
  const own = await readSpec(path, chain)
  const base = findBase(own, path)
  if (base === null) return { own, resolved: own }
  const { resolved } = await readChain(resolve(dirname(path), base), chain)
  return { own, resolved: mergePolicySpecs(resolved, own) }
}

/** The file that a policy extends; `null` where that is a built-in, or nothing. */
function findBase(spec: PolicySpec, path: string): string | null {
  // What a file says need not be what the type says.
  const base: unknown = spec.extends
  if (base === undefined) return null
  if (typeof base !== 'string') {
    throw createExtendsError(
      showPath(path),
      `${showPath(path)}: extends must be text: a built-in policy, or a file as ./other.yaml`,
    )
  }
  if (base.startsWith('./') || base.startsWith('../')) return base
  if (!/[./\\]/.test(base)) return null
  const file = isAbsolute(base) ? 'from here, as ./other.yaml' : `./${base}`
  throw createExtendsError(
    showPath(path),
    `${showPath(path)}: there is not a built-in policy ${base} to extend; a file is written ${file}`,
  )
}

function createExtendsError(thing: string, message: string): AppError {
  return new AppError('app/policy-extends', { thing, message })
}

async function readSpec(path: string, chain: readonly string[]): Promise<PolicySpec> {
  const from = chain.length > 1 ? ` (${chain.map(showPath).join(' extends ')})` : ''
  const thing = `cannot read the policy file ${showPath(path)}${from}`
  const text = await readPolicyText(path, thing).catch((error: unknown) => {
    const failure = error instanceof IoError ? error : createReadFailure(thing, error)
    const { message, fix } = failure
    return Promise.reject(
      new AppError('app/unreadable-policy', { thing: showPath(path), message, fix, cause: failure }),
    )
  })
  const value = await parsePolicyText(text, showPath(path))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('app/policy-syntax', {
      thing: showPath(path),
      message: `${showPath(path)} is not a policy: it must be an object with a name. See docs/reference/policy-file.md.`,
    })
  }
  // definePolicy checks every field and says which one is wrong.
  return value as PolicySpec
}

/** As many bytes as all texts of a policy may have characters. */
const MAX_BYTES = 2 ** 26

/** Reads a file or a pipe (`<(…)`, /dev/stdin). A device such as /dev/zero never ends, and a pipe need not. */
async function readPolicyText(path: string, thing: string): Promise<string> {
  await using file = await open(path)
  const info = await file.stat()
  if (!info.isFile() && !info.isFIFO() && !info.isDirectory())
    throw new IoError('io/not-a-file', { thing, fix: 'Name a JSON or YAML file.' })
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BYTES)
      throw new IoError('io/too-large', {
        thing,
        says: 'It has more than 64 MiB.',
        fix: 'Check the path, or divide the policy.',
      })
    chunks.push(chunk)
  }
  // Editors on Windows begin a file with a byte order mark, which JSON does not allow.
  return Buffer.concat(chunks)
    .toString()
    .replace(/^\ufeff/, '')
}

function showPath(path: string): string {
  const local = relative('.', path)
  return local.startsWith('..') ? path : local
}
