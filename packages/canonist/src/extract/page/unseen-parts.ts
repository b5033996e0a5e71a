/** Elements whose content no visitor sees, and no reader of claims should: scripts, templates, what is for browsers without scripts. */
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'noembed', 'noframes'])

/** Knows whether the place that has been reached is unseen. */
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
