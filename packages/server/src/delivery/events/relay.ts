import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { eventFromOutbox } from '../../kernel/events/outbox.ts'
import { ALL_SHARDS, outboxPartition } from '../../kernel/keys.ts'
import { type Bus, publish } from './publish.ts'

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
 * Publishes what lies in the outbox, or in some of its shards, at most `limit` events a shard and
 * page. It keeps no position: what was published is gone from the outbox, so a run that was
 * interrupted goes on where it stopped. An event that cannot be published holds up no other. Events
 * younger than `minAgeMilliseconds` are left to who else was told of them.
 */
export async function relayOutbox(
  deps: Dependencies,
  bus: Bus,
  limit: number,
  shards: readonly number[] = ALL_SHARDS,
  minAgeMilliseconds = 0,
): Promise<RelayReport> {
  const youngest = deps.clock.nowEpochMilliseconds() - minAgeMilliseconds
  const isOldEnough = (event: DomainEvent) =>
    minAgeMilliseconds === 0 || event.occurredAtEpochMilliseconds <= youngest
  const errors = new Map<string, string>()
  let published = 0
  let more = false
  let wanted: readonly ShardPosition[] = shards.map((shard) => ({ shard }))
  for (let page = 0; page < PAGES && wanted.length > 0; page += 1) {
    const read = await Promise.all(wanted.map((position) => readShard(deps, position, limit)))
    // All shards together, since the events of one account lie in all of them and share one log.
    const events = read
      .flatMap((part) => part.events.filter(isOldEnough))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
    const answer = await publish(deps, bus, events)
    published += answer.published
    for (const [id, error] of answer.errors) errors.set(id, error)
    more ||= answer.published > 0 && read.some(({ cursor }) => cursor !== undefined)
    wanted = read.filter(
      (part) => part.cursor !== undefined && part.events.every(({ id }) => errors.has(id)),
    )
  }
  return { published, errors, more }
}

/** Where to go on in a shard; without a cursor at its beginning. */
interface ShardPosition {
  readonly shard: number
  readonly cursor?: string
}

async function readShard(
  deps: Dependencies,
  { shard, cursor }: ShardPosition,
  limit: number,
): Promise<ShardPosition & { readonly events: readonly DomainEvent[] }> {
  const pending = await deps.store.query({
    partition: outboxPartition(shard),
    limit,
    consistent: true,
    ...(cursor === undefined ? {} : { cursor }),
  })
  return {
    shard,
    events: pending.items.map(eventFromOutbox),
    ...(pending.cursor === undefined ? {} : { cursor: pending.cursor }),
  }
}
