import type { Dependencies } from '../dependencies.ts'
import { outboxPartition, QUEUE_SHARD_COUNT } from '../items/keys.ts'
import { eventFromOutbox } from './outbox.ts'
import { type Bus, publishApart } from './publish.ts'

/** What one run of the relay did. */
export interface RelayReport {
  readonly published: number
  /** Why some events could not be published, by their ids; they stay in the outbox. */
  readonly errors: ReadonlyMap<string, string>
  /** Whether events are left for the next run. */
  readonly more: boolean
}

/** The most pages of a shard that one run reads, when the first ones hold only what cannot be published. */
const PAGES = 5

/**
 * Publishes what lies in the outbox, about `limit` events a shard. It keeps no position: what was
 * published is gone from the outbox, so a run that was interrupted goes on where it stopped. An event
 * that cannot be published holds up no other.
 */
export async function relayOutbox(
  deps: Dependencies,
  bus: Bus,
  limit: number,
): Promise<RelayReport> {
  const shards = Array.from({ length: QUEUE_SHARD_COUNT }, (_, shard) => shard)
  const reports = await Promise.all(shards.map((shard) => relayShard(deps, bus, shard, limit)))
  return {
    published: reports.reduce((sum, report) => sum + report.published, 0),
    errors: new Map(reports.flatMap((report) => [...report.errors])),
    more: reports.some((report) => report.more),
  }
}

async function relayShard(
  deps: Dependencies,
  bus: Bus,
  shard: number,
  limit: number,
): Promise<RelayReport> {
  const errors = new Map<string, string>()
  let cursor: string | undefined
  for (let page = 0; page < PAGES; page += 1) {
    const pending = await deps.store.query({
      partition: outboxPartition(shard),
      limit,
      consistent: true,
      ...(cursor === undefined ? {} : { cursor }),
    })
    const answer = await publishApart(deps, bus, pending.items.map(eventFromOutbox))
    for (const [id, error] of answer.errors) errors.set(id, error)
    cursor = pending.cursor
    if (answer.published > 0 || cursor === undefined) {
      const more = cursor !== undefined && answer.published > 0
      return { published: answer.published, errors, more }
    }
  }
  return { published: 0, errors, more: false }
}
