import type { TextRepair } from '../rule.ts'

/** https://url.spec.whatwg.org/#c0-control-or-space */
export const trim: TextRepair = {
  id: 'trim',
  tier: 'safe',
  repair(text) {
    let start = 0
    let end = text.length
    while (start < end && text.charCodeAt(start) <= 0x20) start++
    while (end > start && text.charCodeAt(end - 1) <= 0x20) end--
    return text.slice(start, end)
  },
}
