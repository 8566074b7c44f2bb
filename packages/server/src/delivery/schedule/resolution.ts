import { z } from 'zod'
import { expirationTriggerEntity } from '../../booking/bookings/expiration-trigger.ts'
import { resolveWallTime } from '../../booking/bookings/resolve-wall-times.ts'
import { laterTriggersRange } from '../../booking/keys.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { ALL_SHARDS } from '../../kernel/keys.ts'
import { transact } from '../../kernel/transaction.ts'
import { laterDueRange, resolutionKey } from '../keys.ts'
import { scheduledActionEntity } from './scheduled-action.ts'

const resolutionAttributes = z.object({
  tzdbVersion: z.string(),
  /** The pass from 1 to `PASSES`; done if it is greater. */
  pass: z.int(),
  /** The pass starts at this second (closed). */
  notBeforeEpochSeconds: z.int(),
  /** The queue being read: that of each shard's confirmed bookings, then of its pending ones. */
  queue: z.int(),
  /** The last sort key that was read of it. */
  after: z.exactOptional(z.string()),
  moved: z.int(),
  conflicts: z.int(),
  version: z.int(),
})

/** How far the future bookings of a store were resolved by a release of the tz database. */
export interface Resolution extends AttributesOf<typeof resolutionAttributes> {}

/** The item that stores the progress. */
export const resolutionEntity = defineEntity<Resolution>({
  name: 'tz resolution',
  key: () => resolutionKey,
  inKey: {},
  schema: resolutionAttributes,
})

// While servers are replaced one by one, those with the older table still take bookings. A second pass
// finds them.
const PASSES = 2
const PAUSE_SECONDS = 3600

/** What one run did. `isDone`: no run has anything to do until the tz table changes. */
export interface ResolutionReport {
  readonly moved: number
  readonly conflicts: number
  readonly more: boolean
  readonly isDone: boolean
}

const report = (more: boolean, isDone: boolean): ResolutionReport => ({
  moved: 0,
  conflicts: 0,
  more,
  isDone,
})

/**
 * Resolves at most `limit` future bookings again if they were agreed under an older tz table than the one
 * in use. It stores its position, so an interrupted pass continues where it was; two servers may
 * duplicate work, and its effects are idempotent. A server with an older table than the last one does
 * nothing.
 */
export async function resolveBookings(
  deps: Dependencies,
  limit: number,
): Promise<ResolutionReport> {
  const { tzdbVersion, store } = deps
  const stored = await resolutionEntity.read(store, resolutionKey)
  // Releases sort as text: 2026f follows 2026c.
  if (stored !== undefined && stored.tzdbVersion > tzdbVersion) return report(false, true)
  const isCurrent = stored?.tzdbVersion === tzdbVersion
  const current = isCurrent ? stored : firstPass(tzdbVersion, stored?.version ?? 0)
  if (current.pass > PASSES) return report(false, true)
  const now = epochSeconds(deps.clock)
  if (current.notBeforeEpochSeconds > now) return report(false, false)
  const { bookingIds, last, isLast } = await readQueue(deps, current, limit)
  let [moved, conflicts] = [0, 0]
  for (const bookingId of bookingIds) {
    const resolved = await resolveWallTime(deps, bookingId)
    moved += resolved.moved
    conflicts += resolved.conflicts
  }
  const { after: _, ...position } = current
  const counted = {
    ...position,
    moved: current.moved + moved,
    conflicts: current.conflicts + conflicts,
    version: current.version + 1,
  }
  const next = isLast ? nextQueue(counted, now) : { ...counted, ...(last && { after: last }) }
  // If another server was faster, it has stored its position.
  await transact(deps, { resolution: resolutionEntity.put(stored, next) })
  return { moved, conflicts, more: next.notBeforeEpochSeconds <= now, isDone: false }
}

const firstPass = (tzdbVersion: string, version: number): Resolution => ({
  tzdbVersion,
  pass: 1,
  notBeforeEpochSeconds: 0,
  queue: 0,
  moved: 0,
  conflicts: 0,
  version,
})

function nextQueue(at: Resolution, nowEpochSeconds: number): Resolution {
  if (at.queue + 1 < 2 * ALL_SHARDS.length) return { ...at, queue: at.queue + 1 }
  const notBeforeEpochSeconds = nowEpochSeconds + PAUSE_SECONDS
  return { ...at, pass: at.pass + 1, queue: 0, notBeforeEpochSeconds }
}

/** Reads the next bookings of a queue: confirmed ones by their completion, pending ones by their trigger. */
async function readQueue(deps: Dependencies, { queue, after }: Resolution, limit: number) {
  const now = epochSeconds(deps.clock)
  const shard = ALL_SHARDS[queue % ALL_SHARDS.length] as number
  const isPending = queue >= ALL_SHARDS.length
  const range = isPending ? laterTriggersRange : laterDueRange
  const page = await deps.store.query({ ...range(shard, now, after), limit, consistent: true })
  const bookingIds = isPending
    ? page.items.map((item) => expirationTriggerEntity.decode(item).bookingId)
    : page.items
        .map(scheduledActionEntity.decode)
        .filter(({ kind }) => kind === 'complete')
        .map(({ bookingId }) => bookingId)
  return { bookingIds, last: page.items.at(-1)?.SK, isLast: page.cursor === undefined }
}
