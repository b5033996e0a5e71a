import type { TypedPositionalParameter } from '@stricli/core'
import { createNumberParser } from './values.ts'

export const reviewId: TypedPositionalParameter<number> = {
  parse: createNumberParser(1, Number.MAX_SAFE_INTEGER),
  placeholder: 'ID',
  brief: 'Number of the review, as in review list',
}
