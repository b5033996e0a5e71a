import { RunError } from '../bulk/run-error.ts'

/** The value that a policy file holds; a fault is told with file, line and column. */
export async function parsePolicyText(text: string, file: string): Promise<unknown> {
  // Only policy files need it, and it is the largest dependency of the command.
  const { LineCounter, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  // JSON is YAML, too, and this parser sees duplicate keys, which JSON.parse overlooks.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  const fault = document.errors[0]
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0])
    throw new RunError(`${file}:${line}:${col}: ${says(fault)}; correct the file`, 2)
  }
  if (file.endsWith('.json')) checkJson(text, file)
  try {
    const value: unknown = document.toJS()
    return value
  } catch (error) {
    // An alias is followed only here: one without its anchor, and aliases of aliases that would fill the memory.
    const reason = error instanceof Error ? firstLine(error.message) : String(error)
    throw new RunError(`${file}: ${reason}; write the values out instead of using aliases`, 2, error)
  }
}

function says({ code, message }: { readonly code: string; readonly message: string }): string {
  return code === 'MULTIPLE_DOCS' ? 'a second document begins here, and a file holds one policy' : firstLine(message)
}

/** What YAML allows and JSON does not is a fault in a file that is called JSON. */
function checkJson(text: string, file: string): void {
  try {
    JSON.parse(text)
  } catch (error) {
    const fault = 'this is YAML but not JSON (a comment, a bare word or a comma too many)'
    throw new RunError(`${file}${placeIn(text, error)}: ${fault}; correct the file, or name it .yaml`, 2)
  }
}

/** `:3:7`, where the engine puts the position into its message. */
function placeIn(text: string, error: unknown): string {
  const position = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined
  if (position === undefined) return ''
  const before = text.slice(0, Number(position)).split('\n')
  return `:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message
}
