import { resolveUrl } from '../declared.ts'
import type { Attributes } from '../markup/attributes.ts'

/** The `xml:base` attributes around a place, the innermost first. https://www.w3.org/TR/xmlbase/ */
export interface XmlBase {
  readonly raw: string
  readonly outer: XmlBase | null
}

export function nestedBase(attributes: Attributes, outer: XmlBase | null): XmlBase | null {
  const raw = attributes.get('xml:base')?.trim()
  return raw === undefined || raw === '' ? outer : { raw, outer }
}

/** The base URL at a place. Resolved only where a link asks for it: any element may carry the attribute. */
export function baseUrlOf(base: XmlBase | null, documentUrl: string): string {
  const raws: string[] = []
  for (let inner = base; inner !== null; inner = inner.outer) raws.push(inner.raw)
  return raws.reduceRight((url, raw) => resolveUrl(raw, url) ?? url, documentUrl)
}
