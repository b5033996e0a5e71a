/** What is wrong at the moment; told when it changes. */
export class Condition {
  current: string | null = null
  readonly #onChange: ((message: string | null) => void) | undefined

  constructor(onChange: ((message: string | null) => void) | undefined) {
    this.#onChange = onChange
  }

  set(message: string | null): void {
    if (message === this.current) return
    this.current = message
    this.#onChange?.(message)
  }
}
