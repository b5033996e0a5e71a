/** A member of a JSON object as it is spelled. */
export interface RawMember {
  readonly name: string
  /** `"name": value` exactly as in the text. */
  readonly text: string
}

/**
 * The members of a JSON object with their spelling, so that a record passes through as it came: writing it again from
 * its parsed form would round large numbers and re-spell escapes. The text must be known to be a valid object.
 */
export function splitMembers(object: string): RawMember[] {
  const body = object.trim().slice(1, -1)
  const members: RawMember[] = []
  let start = 0
  while (start < body.length) {
    const end = findMemberEnd(body, start)
    const text = body.slice(start, end).trim()
    if (text !== '') members.push({ name: readName(text), text })
    start = end + 1
  }
  return members
}

/** The members with another value at `path`, in its JSON spelling; everything else keeps its own. */
export function replaceMember(members: readonly RawMember[], path: readonly string[], value: string): RawMember[] {
  const [name, ...rest] = path
  return members.map((member) => {
    if (member.name !== name) return member
    const start = findValue(member)
    const text =
      rest.length === 0 ? value : joinMembers(replaceMember(splitMembers(member.text.slice(start)), rest, value))
    return { name: member.name, text: member.text.slice(0, start) + text }
  })
}

export function joinMembers(members: readonly RawMember[]): string {
  return `{${members.map(({ text }) => text).join(',')}}`
}

/** The value of a member as it is spelled. */
export function readValue(member: RawMember): string {
  return member.text.slice(findValue(member))
}

/** Where the value of a member begins. */
function findValue({ text }: RawMember): number {
  const colon = text.indexOf(':', findStringEnd(text, 0)) + 1
  return text.length - text.slice(colon).trimStart().length
}

/** The comma after the member that begins at `start`, or the end. */
function findMemberEnd(body: string, start: number): number {
  let depth = 0
  for (let at = start; at < body.length; at += 1) {
    const char = body[at]
    if (char === '"') at = findStringEnd(body, at)
    else if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') depth -= 1
    else if (char === ',' && depth === 0) return at
  }
  return body.length
}

/** The closing quote of the string that opens at `open`. */
function findStringEnd(text: string, open: number): number {
  let at = open + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function readName(member: string): string {
  const name: unknown = JSON.parse(member.slice(0, findStringEnd(member, 0) + 1))
  return String(name)
}
