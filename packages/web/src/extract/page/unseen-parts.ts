/** Elements whose content no visitor sees and that must not count as claims: scripts, templates, fallbacks. */
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'noembed', 'noframes'])

/** Tracks whether the current place is inside such an element. */
export class UnseenParts {
  #name = ''
  #depth = 0

  get isInside(): boolean {
    return this.#depth > 0
  }

  open(name: string): void {
    if (this.#depth === 0 && UNSEEN.has(name)) this.#name = name
    if (this.#name === name) this.#depth += 1
  }

  close(name: string): void {
    if (this.#name !== name) return
    this.#depth -= 1
    if (this.#depth === 0) this.#name = ''
  }
}
