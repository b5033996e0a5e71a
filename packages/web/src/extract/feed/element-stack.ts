/** An open element. */
export interface OpenElement {
  /** As written, to find its end tag. */
  readonly tag: string
}

/** Feeds are some ten elements deep; deeper elements are only counted. */
const MAX_DEPTH = 1000

/** The open elements. An end tag that matches none of them costs nothing, however many there are. */
export class ElementStack<Element extends OpenElement> {
  readonly #elements: Element[] = []
  readonly #openByTag = new Map<string, number>()
  #deeper = 0

  get depth(): number {
    return this.#elements.length
  }

  get top(): Element | null {
    return this.#elements.at(-1) ?? null
  }

  /** Whether the stack is full; then call `skip` instead of `push`. */
  get isFull(): boolean {
    return this.#elements.length >= MAX_DEPTH
  }

  skip(): void {
    this.#deeper += 1
  }

  /** Forgets the skipped elements: they have ended. */
  forgetSkipped(): void {
    this.#deeper = 0
  }

  push(element: Element): void {
    this.#elements.push(element)
    this.#count(element.tag, 1)
  }

  pop(): Element | null {
    const element = this.#elements.pop() ?? null
    if (element !== null) this.#count(element.tag, -1)
    return element
  }

  /** The depth of the stack once the tag's element is closed; null if the end tag closes nothing. */
  depthAfter(tag: string): number | null {
    if (this.#deeper > 0) {
      this.#deeper -= 1
      return null
    }
    if (!this.#openByTag.has(tag)) return null
    return this.#elements.findLastIndex((element) => element.tag === tag)
  }

  #count(tag: string, change: 1 | -1): void {
    const count = (this.#openByTag.get(tag) ?? 0) + change
    if (count === 0) this.#openByTag.delete(tag)
    else this.#openByTag.set(tag, count)
  }
}
