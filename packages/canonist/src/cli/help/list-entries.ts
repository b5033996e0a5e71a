import type { Family, LoadCommand, Section } from '../define-command.ts'

export function isFamily(entry: LoadCommand | Family): entry is Family {
  return typeof entry !== 'function'
}

/** Every first word, with its command or family. */
export function listEntries(sections: readonly Section[]): ReadonlyMap<string, LoadCommand | Family> {
  return new Map(sections.flatMap(({ commands }) => Object.entries(commands)))
}
