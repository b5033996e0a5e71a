import { addScheme } from '@canonist/core/internal/text/add-scheme'
import type { Environment } from '../environment.ts'
import { showCommandLine } from './show-command-line.ts'

/** The message for a URL that lacks its scheme, with the command line that has it; null if something else is wrong. */
export function correctScheme({ args }: Environment, url: string, urls: readonly string[] = [url]): string | null {
  if (addScheme(url) === null) return null
  const corrected = args.map((arg) => (urls.includes(arg) ? (addScheme(arg) ?? arg) : arg))
  return `${JSON.stringify(url)}: The URL has no scheme. Did you mean: ${showCommandLine(corrected)}`
}
