import { TextCollector } from '../text/text-collector.ts'

/** Elements that may occur in the middle of a word. */
const INLINE = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
)

/** Elements that a site repeats around every page. */
const AROUND = new Set(['nav', 'header', 'footer', 'aside'])

/** Collects the text that a visitor sees, and separately the page's own text without the site's frame. */
export class PageText {
  readonly #visible = new TextCollector()
  readonly #main = new TextCollector()
  #around = 0

  open(name: string): void {
    if (AROUND.has(name)) this.#around += 1
    if (!INLINE.has(name)) this.add(' ')
  }

  close(name: string): void {
    if (AROUND.has(name)) this.#around = Math.max(0, this.#around - 1)
    if (!INLINE.has(name)) this.add(' ')
  }

  add(text: string): void {
    this.#visible.add(text)
    if (this.#around === 0) this.#main.add(text)
  }

  visible(): string {
    return this.#visible.text()
  }

  /** The text outside of the frame; all visible text if there is none. */
  main(): string {
    const main = this.#main.text()
    return main.trim() === '' ? this.visible() : main
  }
}
