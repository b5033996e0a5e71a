export type ReadSample =
  | { readonly ok: true; readonly urls: readonly string[] }
  | { readonly ok: false; readonly message: string }

/** A browser tab holds so many without trouble. A larger list belongs to `canonist policy diff`. */
const MAX_BYTES = 64 * 1024 * 1024

/** The URLs of a file that the user chose; it stays in the browser. */
export async function readSample(file: File): Promise<ReadSample> {
  if (file.size > MAX_BYTES)
    return { ok: false, message: `${file.name} is larger than 64 MB. Use "canonist policy diff" for large lists.` }
  const urls = splitUrls(await file.text())
  if (urls.length === 0)
    return { ok: false, message: `${file.name} has no URLs. Choose a text file with one URL per line.` }
  return { ok: true, urls }
}

/** The first URL of each line: of a list, a table or JSON Lines. A line without one is left out. */
export function splitUrls(text: string): string[] {
  const urls: string[] = []
  for (const line of text.split(/[\r\n]+/)) {
    const [url] = /https?:\/\/[^\s"'<>,]+/i.exec(line) ?? []
    if (url !== undefined) urls.push(url)
  }
  return urls
}

/** Pasted lines as they are: people try broken URLs on purpose. */
export const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
