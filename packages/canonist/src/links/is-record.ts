/** Names of documents that programs write, or that no one edits later: `CHANGELOG.md`, `3rdparty.mdx`, `2020-meeting-notes.md`. */
const RECORD =
  /(?:^|\/)(?:changes|history|news|releases|notices?|licen[cs]es|copyrights?|minutes)\.\w+$|change-?logs?\b|release-notes?\b|meeting-(?:notes?|minutes|presentations|archives?)\b|(?:third|3rd)-?party(?:-?(?:notices?|licen[cs]es))?\.\w+$/i

/** Whether a file records what happened or what was used. Its entries repeat a page as often as it comes up. */
export const isRecord = (file: string): boolean => RECORD.test(file.replaceAll('_', '-'))
