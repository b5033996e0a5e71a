/** Escapes a name that would be read as a glob or a regular expression. */
export function toPattern(name: string): string {
  if (!/^\/|\*/.test(name)) return name
  return `/^${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$/`
}
