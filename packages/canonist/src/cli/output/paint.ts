export type Colour = 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold'

const CODES: Readonly<Record<Colour, readonly [on: number, off: number]>> = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
  dim: [2, 22],
  bold: [1, 22],
}

/** Colours text, or returns it unchanged if colours are off. */
export type Paint = (colour: Colour, text: string) => string

export function createPaint(hasColour: boolean): Paint {
  if (!hasColour) return (_, text) => text
  return (colour, text) => {
    const [on, off] = CODES[colour]
    return `\u001b[${on}m${text}\u001b[${off}m`
  }
}
