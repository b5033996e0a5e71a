/** Numbers of rows from 0, one bit each. */
export class RowSet {
  readonly #bits: Uint8Array

  /** @param count how many rows there are */
  constructor(count: number) {
    this.#bits = new Uint8Array(Math.ceil(count / 8))
  }

  add(row: number): void {
    this.#bits[Math.floor(row / 8)] = (this.#bits[Math.floor(row / 8)] ?? 0) | (1 << (row % 8))
  }

  has(row: number): boolean {
    return ((this.#bits[Math.floor(row / 8)] ?? 0) & (1 << (row % 8))) !== 0
  }
}
