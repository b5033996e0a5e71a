/** A name that a user gave, in a message: an empty one would not be seen. */
export function shownName(name: string): string {
  return name === '' ? '""' : name
}
