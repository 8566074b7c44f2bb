import { createSimulatedReader } from '../adapters/calendars/simulated.ts'
import { createFeedReader } from '../adapters/ical/free-busy-reader.ts'
import type { FreeBusyReaders } from '../kernel/ports/free-busy.ts'
import type { Store } from '../kernel/ports/store.ts'
import type { Config } from './config.ts'
import type { Integrations } from './integrations.ts'

/** Opens the readers for kinds of calendars that need no vendor account. */
export const openFreeBusy = (
  config: Pick<Config, 'testMode'>,
  store: Store,
  { outbound, vault, icalPool }: Pick<Integrations, 'outbound' | 'vault' | 'icalPool'>,
  version: string,
): FreeBusyReaders => ({
  ical: createFeedReader({ outbound, vault, pool: icalPool, userAgent: `Holdfast/${version}` }),
  ...(config.testMode && { simulated: createSimulatedReader(store) }),
})
