import type { SiteFigures } from '../log/types.ts'
import { formatPercent } from '@canonist/core/internal/text/format-percent'
import { plural } from '@canonist/core/internal/text/plural'

/** `noise 2.1 %`. */
export const describeNoise = (noise: number | null): string =>
  noise === null ? 'noise not measured' : `noise ${formatPercent(noise)}`

/** The sample of a site that is larger than its limit; empty for other sites. */
export const describeSample = ({ sampled }: SiteFigures): string[] =>
  sampled === undefined ? [] : [`rules proposed from a sample of ${plural(sampled, 'URL')} and counted on all`]
