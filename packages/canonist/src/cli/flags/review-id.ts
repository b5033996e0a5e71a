import type { TypedPositionalParameter } from '@stricli/core'
import { numberFrom } from './network.ts'

export const reviewId: TypedPositionalParameter<number> = {
  parse: numberFrom(1, Number.MAX_SAFE_INTEGER),
  placeholder: 'ID',
  brief: 'The number of the item, as review list tells it',
}
