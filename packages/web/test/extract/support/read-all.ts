import { readDocument, type RawDocument } from '../../../src/extract/document.ts'

/** All that a document says, with what is otherwise worked out only when asked for. */
export function readAll(raw: RawDocument): { readonly kind: string; readonly isCut: boolean } {
  const document = readDocument(raw)
  if (document.kind !== 'page') return document
  const [words, mainText] = [document.words(), document.mainText()]
  return Object.assign({ ...document }, { words, mainText })
}
