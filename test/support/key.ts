import { createHash } from 'node:crypto'

/** By another way than the command's: SHA-256 of the URL in UTF-8. */
export function computeKey(url: string): string {
  return createHash('sha256').update(url, 'utf8').digest('hex')
}
