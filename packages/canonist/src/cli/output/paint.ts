import { COLOURS, type Colour } from '@canonist/core/internal/text/printable'

export type { Colour } from '@canonist/core/internal/text/printable'

/** Colours text, or returns it unchanged if colours are off. */
export type Paint = (colour: Colour, text: string) => string

export function createPaint(hasColour: boolean): Paint {
  if (!hasColour) return (_, text) => text
  return (colour, text) => {
    const { on, off } = COLOURS[colour]
    return `\u001b[${on}m${text}\u001b[${off}m`
  }
}
