import { resolveUrl } from '../declared.ts'
import { lazy } from '../lazy.ts'
import type { Attributes } from '../markup/attributes.ts'

/**
 * The base URL inside an element. https://www.w3.org/TR/xmlbase/
 *
 * Any element may carry `xml:base`, but few links need it. A base is resolved when the first link asks for it, and once
 * per element: otherwise 2,000 links below 1,000 elements would take 2,000,000 resolutions.
 */
export interface XmlBase {
  readonly url: () => string
  /** How many `xml:base` attributes it is made of. */
  readonly depth: number
}

/** Feeds nest two or three. Deeper ones are ignored, so that no link has a long chain to resolve. */
const MAX_DEPTH = 32

/** The base outside of all elements: the URL of the document. */
export function createDocumentBase(url: string): XmlBase {
  return { url: () => url, depth: 0 }
}

/** The base inside an element with these attributes. */
export function createNestedBase(attributes: Attributes, outer: XmlBase): XmlBase {
  const raw = attributes.get('xml:base')?.trim()
  if (raw === undefined || raw === '' || outer.depth >= MAX_DEPTH) return outer
  return { url: lazy(() => resolveUrl(raw, outer.url()) ?? outer.url()), depth: outer.depth + 1 }
}
