import { AppError } from '../canonist/errors.ts'
import { readPlainYaml } from './read-plain-yaml.ts'

/** The value of a policy file. Errors name file, line and column. */
export async function parsePolicyText(text: string, file: string): Promise<unknown> {
  // Only policy files need YAML, and it is the largest dependency of the command.
  const { NO_KEY_CHECK, findDuplicateKey, hasDuplicateName } =
    await import('@canonist/links/internal/files/read/duplicate-keys')
  const { findUnknownTag } = await import('@canonist/links/internal/files/read/unknown-tag')
  const json = file.endsWith('.json') ? parseJson(text) : null
  if (json !== null && !hasDuplicateName(text)) return json.value
  const plain = file.endsWith('.json') ? null : readPlainYaml(text)
  if (plain !== null) return plain.value
  const { TOO_DEEP, findTooDeep } = await import('@canonist/links/internal/files/read/nesting')
  const deep = findTooDeep(text)
  if (deep !== -1) throw createSyntaxError(file, `${file}${formatPlace(text, deep)}: ${TOO_DEEP}. Correct the file.`)
  // JSON is YAML, too, and this parser names the place of a fault.
  const { LineCounter, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, ...NO_KEY_CHECK })
  const error = document.errors[0]
  const fault = error
    ? { offset: error.pos[0], message: describeYamlError(error, TOO_DEEP) }
    : (findUnknownTag(document, text) ?? findDuplicateKey(document))
  if (fault !== null) {
    const { line, col } = lines.linePos(fault.offset)
    throw createSyntaxError(file, `${file}:${line}:${col}: ${fault.message}. Correct the file.`)
  }
  if (file.endsWith('.json')) checkJson(text, file)
  const { AliasError, readValue } = await import('@canonist/links/internal/files/read/yaml-anchors')
  try {
    return readValue(document)
  } catch (error) {
    if (!(error instanceof AliasError)) throw error
    throw createSyntaxError(file, `${file}: ${error.message}; write the values out instead of using aliases`)
  }
}

function createSyntaxError(thing: string, message: string): AppError {
  return new AppError('app/policy-syntax', { thing, message })
}

function describeYamlError(
  { code, message }: { readonly code: string; readonly message: string },
  tooDeep: string,
): string {
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here, and a file holds one policy'
  return code === 'RESOURCE_EXHAUSTION' ? tooDeep : readFirstLine(message)
}

function parseJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

/** What YAML allows and JSON does not is a fault in a file that is called JSON. */
function checkJson(text: string, file: string): void {
  try {
    JSON.parse(text)
  } catch (error) {
    const fault = 'this is YAML but not JSON (a comment, a bare word or a comma too many)'
    throw createSyntaxError(file, `${file}${findPlace(text, error)}: ${fault}. Correct the file, or name it .yaml.`)
  }
}

/** `:3:7`, where the engine puts the position into its message. */
function findPlace(text: string, error: unknown): string {
  const position = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined
  return position === undefined ? '' : formatPlace(text, Number(position))
}

function formatPlace(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return `:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`
}

function readFirstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message
}
