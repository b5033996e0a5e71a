// For servers that take policies from others, and must know for how long one URL may keep them busy.
export { estimateWork } from './policy/estimate-work.ts'
