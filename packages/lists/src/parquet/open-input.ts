import type { KeptFile } from '../io/keep-input.ts'
import { openParquet, type ParquetFile } from './open-parquet.ts'
import { withRandomAccess } from '../io/random-access.ts'

/** Opens a Parquet file for as long as `use` takes. */
export function withParquet<T>({ path, name }: KeptFile, use: (parquet: ParquetFile) => Promise<T>): Promise<T> {
  return withRandomAccess(path, name, async (file) => {
    const parquet = await openParquet(file)
    return use(parquet).finally(() => parquet.pool.free())
  })
}
