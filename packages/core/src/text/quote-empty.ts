/** Shows a name in a message; an empty one as "", since it would be invisible. */
export function quoteEmpty(name: string): string {
  return name === '' ? '""' : name
}
