import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { AttributeReader, type Attributes } from './attributes.ts'

/** Receives the tags and texts of a document, in order. Names are in lower case; entities are decoded. */
export interface MarkupHandler {
  open(name: string, attributes: Attributes): void
  close(name: string): void
  text(text: string): void
  /** Whether the tags of HTML's other languages, SVG and MathML, are being read. */
  isForeign?(): boolean
}

/**
 * Passes each tag and text to the handler. The library's tokenizer is used without its parser: that one keeps open
 * elements in a list whose first place it fills, which takes the square of the depth (2 s for 200,000 tags).
 */
export function readMarkup(text: string, language: 'html' | 'xml', handler: MarkupHandler): void {
  const isXml = language === 'xml'
  const tokenizer = new Tokenizer({ xmlMode: isXml }, new TokenReader(text, isXml, handler))
  tokenizer.write(text)
  tokenizer.end()
}

/** Turns offsets into names and texts. */
class TokenReader implements TokenizerCallbacks {
  readonly #text: string
  readonly #isXml: boolean
  readonly #handler: MarkupHandler
  readonly #attributes = new AttributeReader()
  #tag = ''

  constructor(text: string, isXml: boolean, handler: MarkupHandler) {
    this.#text = text
    this.#isXml = isXml
    this.#handler = handler
  }

  onopentagname(start: number, end: number): void {
    this.#attributes.take()
    this.#tag = this.#text.slice(start, end).toLowerCase()
  }

  onattribname(start: number, end: number): void {
    this.#attributes.begin(this.#text.slice(start, end))
  }

  onattribdata(start: number, end: number): void {
    this.#attributes.add(this.#text.slice(start, end))
  }

  onattribentity(codePoint: number): void {
    this.#attributes.add(String.fromCodePoint(codePoint))
  }

  onattribend(): void {
    this.#attributes.end()
  }

  onopentagend(): void {
    this.#handler.open(this.#tag, this.#attributes.take())
  }

  onselfclosingtag(): void {
    this.onopentagend()
    if (this.#isXml || this.isInForeignContext()) this.#handler.close(this.#tag)
  }

  onclosetag(start: number, end: number): void {
    this.#handler.close(this.#text.slice(start, end).toLowerCase())
  }

  ontext(start: number, end: number): void {
    this.#handler.text(this.#text.slice(start, end))
  }

  ontextentity(codePoint: number): void {
    this.#handler.text(String.fromCodePoint(codePoint))
  }

  oncdata(start: number, end: number, offset: number): void {
    if (this.#isXml || this.isInForeignContext()) this.ontext(start, end - offset)
  }

  isInForeignContext(): boolean {
    return this.#handler.isForeign?.() ?? false
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}
