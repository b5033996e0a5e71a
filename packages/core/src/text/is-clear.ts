import type { Classification } from '../classify/classify.ts'

/** One segment alone is a poor sign of a home page: `/search` and `/prices` have no more. */
const CLEAR_CONFIDENCE = 0.9

/** Whether the URL shows clearly what kind of page it leads to: only then people read that it is a home page. */
export const isClear = ({ confidence }: Pick<Classification, 'confidence'>): boolean => confidence >= CLEAR_CONFIDENCE
