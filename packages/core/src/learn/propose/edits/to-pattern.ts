/** A name that would be read as a glob or an expression is spelled as an expression. */
export function toPattern(name: string): string {
  if (!/^\/|\*/.test(name)) return name
  return `/^${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$/`
}
