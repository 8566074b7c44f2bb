import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { isFence, outboxEntity } from '../../kernel/events/outbox.ts'
import { ALL_SHARDS, outboxPartition } from '../../kernel/keys.ts'
import { type Bus, publish } from './publish.ts'

/** The result of one run of the relay. */
export interface RelayReport {
  readonly published: number
  /** The error of each event that could not be published, by event id. It stays in the outbox. */
  readonly errors: ReadonlyMap<string, string>
  /** Whether events are left for the next run. */
  readonly more: boolean
}

/** How many pages of a shard one run reads at most if no event on the earlier ones can be published. */
const MAX_PAGES = 5

/**
 * Publishes the events of the outbox, or of some of its shards: at most `limit` per shard and page.
 * It stores no position: publishing deletes the outbox item, so an interrupted run resumes by itself.
 * An event that cannot be published does not block the others. Events younger than
 * `minAgeMilliseconds` are left to the notified worker.
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
  const left = new Set<string>()
  let published = 0
  let more = false
  let unread: readonly ShardPosition[] = shards.map((shard) => ({ shard }))
  for (let page = 0; page < MAX_PAGES && unread.length > 0; page += 1) {
    const read = await Promise.all(unread.map((position) => readShard(deps, position, limit)))
    // All shards together: the events of one account are spread over them but share one log.
    const events = read
      .flatMap((part) => part.events.filter(isOldEnough))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
    const report = await publish(deps, bus, events)
    published += report.published
    for (const [id, error] of report.errors) errors.set(id, error)
    for (const id of report.forwarded) left.add(id)
    more ||= report.published > 0 && read.some(({ cursor }) => cursor !== undefined)
    unread = read.filter(
      (part) =>
        part.cursor !== undefined && part.events.every(({ id }) => errors.has(id) || left.has(id)),
    )
  }
  return { published, errors, more }
}

/** Where to continue in a shard. Without a cursor: at its beginning. */
interface ShardPosition {
  readonly shard: number
  readonly cursor?: string
}

async function readShard(
  deps: Dependencies,
  { shard, cursor }: ShardPosition,
  limit: number,
): Promise<ShardPosition & { readonly events: readonly DomainEvent[] }> {
  const page = await deps.store.query({
    partition: outboxPartition(shard),
    limit,
    consistent: true,
    ...(cursor === undefined ? {} : { cursor }),
  })
  return {
    shard,
    events: page.items.filter((item) => !isFence(item)).map(outboxEntity.decode),
    ...(page.cursor === undefined ? {} : { cursor: page.cursor }),
  }
}
