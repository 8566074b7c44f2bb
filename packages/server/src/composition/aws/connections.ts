import manifest from '../../../package.json' with { type: 'json' }
import { createFeedReader } from '../../adapters/ical/free-busy-reader.ts'
import { createIcalPool, type WorkerPool } from '../../adapters/ical/worker-pool.ts'
import type { ExternalCalendarsDependencies } from '../../external-calendars/dependencies.ts'
import { vendorReaders } from '../../external-calendars/oauth/vendor-reader.ts'
import { reportingReaders } from '../reporting-readers.ts'
import type { AwsBase } from './base.ts'
import { type OpenedVendors, openVendorAccess } from './vendors.ts'

/** What a function needs to read connected calendars. */
export interface OpenedConnections {
  readonly deps: Required<Pick<ExternalCalendarsDependencies, 'freeBusy' | 'vault' | 'vendors'>>
  readonly vendorAccess: OpenedVendors['vendorAccess']
  /** Threads that parse calendar files. */
  readonly icalPool: WorkerPool
}

// The worker's file is next to the bundle. One thread of this size leaves the function enough memory.
const THREAD = new URL('./ical-worker.mjs', import.meta.url)
const THREAD_MEBIBYTES = 256

/** Opens what a function needs to read connected calendars. Threads start with the first calendar. */
export function openConnections(base: AwsBase): OpenedConnections {
  const icalPool = createIcalPool({
    threads: 1,
    memoryMebibytes: THREAD_MEBIBYTES,
    program: THREAD,
  })
  const { deps, vendorAccess, outbound } = openVendorAccess(base)
  const ical = createFeedReader({
    outbound,
    vault: deps.vault,
    pool: icalPool,
    userAgent: `Holdfast/${manifest.version}`,
  })
  const freeBusy = reportingReaders(
    { ical, ...vendorReaders({ ...base.deps, ...deps }, vendorAccess) },
    (kind, err) => base.logger.warn({ err, kind }, 'cannot read a connected calendar'),
  )
  return { deps: { ...deps, freeBusy }, vendorAccess, icalPool }
}
