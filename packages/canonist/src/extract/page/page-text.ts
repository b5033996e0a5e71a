import { TextCollector } from '../text/text-collector.ts'

/** Elements that may stand in the middle of a word. */
const INLINE = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
)

/** What a site has around every page. */
const AROUND = new Set(['nav', 'header', 'footer', 'aside'])

/** Gathers the text that a visitor sees, and apart from it that which is the page's own. */
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

  /** All that is visible, where nothing is left outside of the frame. */
  main(): string {
    const main = this.#main.text()
    return main.trim() === '' ? this.visible() : main
  }
}
