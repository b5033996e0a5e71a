import { declare } from '../declared.ts'
import type { MetaRefresh } from './page-document.ts'

/** Reads the content of a refresh, in the spirit of https://html.spec.whatwg.org/#shared-declarative-refresh-steps */
export function readMetaRefresh(content: string, base: string): MetaRefresh | null {
  const match = /^\s*(\d{1,9})(?:\.[\d.]*)?(?:[\s;,]+(?:url\s*=\s*)?(.*))?$/is.exec(content)
  if (match === null) return null
  return { seconds: Number(match[1]), to: declare(unquote(match[2] ?? ''), base) }
}

function unquote(text: string): string {
  return /^(["'])(.*?)(?:\1|$)/s.exec(text)?.[2] ?? text
}
