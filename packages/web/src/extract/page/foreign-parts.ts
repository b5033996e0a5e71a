/** Tags that end SVG and MathML, even if those are not closed. https://html.spec.whatwg.org/#parsing-main-inforeign */
const BREAK_OUT = new Set(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var'.split(
    ' ',
  ),
)

/** Tracks whether the current place is in SVG or MathML, where titles and scripts have other rules. */
export class ForeignParts {
  #svg = 0
  #math = 0

  get isInside(): boolean {
    return this.#svg + this.#math > 0
  }

  /** Formulas are text; drawings are not. */
  get isDrawing(): boolean {
    return this.#svg > 0
  }

  open(name: string): void {
    if (name === 'svg') this.#svg += 1
    else if (name === 'math') this.#math += 1
    else if (this.isInside && BREAK_OUT.has(name)) this.#svg = this.#math = 0
  }

  close(name: string): void {
    if (name === 'svg') this.#svg = Math.max(0, this.#svg - 1)
    if (name === 'math') this.#math = Math.max(0, this.#math - 1)
  }
}
