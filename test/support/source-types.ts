import { readText } from './repository.ts'

// Types leave no trace at run time, so what they say is read from the sources.

const withoutComments = (source: string): string => source.replace(/\/\*\*[\s\S]*?\*\//g, '')

/** The words of a union of literal types. */
export function wordsOfUnion(path: string, name: string): string[] {
  const found = new RegExp(`^export type ${name} =([\\s\\S]*?)\\n(?:\\n|$)`, 'm').exec(withoutComments(readText(path)))
  if (found === null) throw new Error(`${path} has no type ${name}`)
  return [...(found[1] ?? '').matchAll(/'([a-z_]+)'/g)].map(([, word = '']) => word)
}

/** The words of a union that stands at a member: `readonly kind: 'feed' | 'page' | null`. */
export function wordsOfInline(path: string, member: string): string[] {
  const found = new RegExp(`^ {2}readonly ${member}\\??: (.+)$`, 'm').exec(withoutComments(readText(path)))
  if (found === null) throw new Error(`${path} has no member ${member}`)
  return [...(found[1] ?? '').matchAll(/'([a-z_]+)'/g)].map(([, word = '']) => word)
}

/** The names of the members that an interface writes out itself. */
export function listMembers(path: string, name: string): string[] {
  const found = new RegExp(`^(?:export )?interface ${name}\\b[^{]*\\{([\\s\\S]*?)\\n\\}`, 'm').exec(
    withoutComments(readText(path)),
  )
  if (found === null) throw new Error(`${path} has no interface ${name}`)
  return [...(found[1] ?? '').matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(([, member = '']) => member)
}

/** The types that an entry exports. */
export function exportedTypes(path: string): string[] {
  return [...readText(path).matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, isType, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && (isType !== undefined || name.startsWith('type ')))
      .map((name) => name.replace(/^type /, '')),
  )
}

/** What a constant of the sources is: `const MAX_RATIO = 100`. */
export function readNumber(path: string, name: string): number {
  const text = new RegExp(`^(?:export )?const ${name} = ([\\d_* ]+)$`, 'm').exec(readText(path))?.[1]
  if (text === undefined) throw new Error(`${path} has no number ${name}`)
  return text.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1)
}
