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
  return splitItems(object).map((text) => ({ name: readName(text), text }))
}

/** The members of an object, or the items of an array. */
function splitItems(structure: string): string[] {
  const body = structure.trim().slice(1, -1)
  const items: string[] = []
  for (let start = 0, end = 0; start < body.length; start = end + 1) {
    end = findItemEnd(body, start)
    const text = body.slice(start, end).trim()
    if (text !== '') items.push(text)
  }
  return items
}

/** The members with another value at `path`, in its JSON spelling; everything else keeps its own. Of two members with one name, the last counts. */
export function replaceMember(members: readonly RawMember[], path: readonly string[], value: string): RawMember[] {
  const [name, ...rest] = path
  const place = members.findLastIndex((member) => member.name === name)
  return members.map((member, index) => {
    if (index !== place) return member
    const start = findValue(member)
    return {
      name: member.name,
      text: member.text.slice(0, start) + replaceWithin(member.text.slice(start), rest, value),
    }
  })
}

/** Replaces what `path` leads to in a value; a step of the path may be the place of an item in an array. */
export function replaceWithin(text: string, path: readonly string[], value: string): string {
  const [place, ...rest] = path
  if (place === undefined) return value
  if (!text.startsWith('[')) return joinMembers(replaceMember(splitMembers(text), path, value))
  const items = splitItems(text).map((item, at) => (String(at) === place ? replaceWithin(item, rest, value) : item))
  return `[${items.join(',')}]`
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

/** The comma after the item that begins at `start`, or the end. */
function findItemEnd(body: string, start: number): number {
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
