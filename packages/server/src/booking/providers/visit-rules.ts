import { SEQUENCE_GAP_MINUTES } from '@holdfast/engine'
import type { Provider } from './provider.ts'

/** The longest pause between the services of a visit that bookers put together: the shortest that one of the providers allows. */
export const gapOfVisits = (providers: readonly Pick<Provider, 'visits'>[]): number =>
  Math.min(...providers.map(({ visits }) => visits?.maxGapMinutes ?? SEQUENCE_GAP_MINUTES))
