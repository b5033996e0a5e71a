import type { TypedPositionalParameter } from '@stricli/core'
import { numberFrom } from './values.ts'

export const reviewId: TypedPositionalParameter<number> = {
  parse: numberFrom(1, Number.MAX_SAFE_INTEGER),
  placeholder: 'ID',
  brief: 'Number of the item, as in review list',
}
