import { providerKey } from '../../booking/keys.ts'
import { providerFromItem } from '../../booking/providers/provider.ts'
import { busyMonthFromItem } from '../../external-calendars/connections/busy-months.ts'
import {
  type Connection,
  connectionFromItem,
} from '../../external-calendars/connections/connection.ts'
import {
  dueRefreshEntity,
  dueRefreshOf,
} from '../../external-calendars/connections/due-connections.ts'
import { busyMonthKey, connectionKey } from '../../external-calendars/keys.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import type { Check, IsMine } from './check.ts'
import { type Finding, finding } from './finding.ts'

/** What is remembered of one provider. */
interface Facts {
  noted: readonly string[]
  isDeleted: boolean
  readonly connections: Connection[]
  readonly due: Item[]
  readonly months: { readonly kind: string; readonly month: string }[]
}

/** Whether an item of the queue of connections asks for a read, and not to forget a credential. */
export const asksForRead = (item: Item): boolean => typeof item.connectionId === 'string'

/** The item of the queue that a connection must have, if any. */
export const dueItemOf = (connection: Connection): Item | undefined =>
  connection.refreshAtEpochMilliseconds === undefined
    ? undefined
    : dueRefreshEntity.encode(dueRefreshOf(connection, connection.refreshAtEpochMilliseconds))

/**
 * Checks that a provider notes the calendars that are connected, as slots are decided by that note;
 * that each connection is due when it says; and that busy times belong to a connection. It remembers
 * what connected providers have, and nothing of others.
 */
export function connectionsCheck(isMine: IsMine): Check {
  const known = new Map<string, Facts>()
  let factCount = 0
  const factsOf = (providerId: string): Facts => {
    const facts = known.get(providerId) ?? {
      noted: [],
      isDeleted: false,
      connections: [],
      due: [],
      months: [],
    }
    known.set(providerId, facts)
    factCount += 1
    return facts
  }
  return {
    note({ kind, item, partitionId, problems }) {
      const providerId = kind === 'connection_due' ? (item.providerId as string) : partitionId
      if (problems.length > 0 || !isMine(providerId)) return
      if (kind === 'provider' && Array.isArray(item.connectedKinds)) {
        const facts = factsOf(providerId)
        const provider = providerFromItem(item)
        facts.noted = provider.connectedKinds ?? []
        facts.isDeleted = provider.deletedAtEpochSeconds !== undefined
      } else if (kind === 'connection') {
        factsOf(providerId).connections.push(connectionFromItem(item))
      } else if (kind === 'connection_due' && asksForRead(item)) {
        factsOf(providerId).due.push(item)
      } else if (kind === 'busy_month') {
        const { kind: source, month } = busyMonthFromItem(item)
        factsOf(providerId).months.push({ kind: source, month })
      }
    },
    get factCount() {
      return factCount
    },
    *findings() {
      for (const [providerId, facts] of known) yield* judge(providerId, facts)
    },
  }
}

function* judge(providerId: string, facts: Facts): Iterable<Finding> {
  const { noted, isDeleted, connections, due, months } = facts
  const kinds: ReadonlySet<string> = new Set(connections.map(({ kind }) => kind))
  if (noted.length !== kinds.size || noted.some((kind) => !kinds.has(kind))) {
    const sentence = `it notes ${list(noted)} as connected, and there is ${list([...kinds])}`
    yield finding('connected_kinds_wrong', [providerKey(providerId)], sentence)
  }
  for (const connection of connections) {
    const key = connectionKey(providerId, connection.kind)
    if (isDeleted) {
      yield finding('connection_orphaned', [key], 'a calendar of a provider that was deleted')
    }
    const wanted = dueItemOf(connection)
    if (wanted && !due.some((item) => sameMembers(item, wanted))) {
      const sentence = 'the calendar is due to be read, and nothing will do it'
      yield finding('connection_due_missing', [wanted, key], sentence)
    }
  }
  for (const item of due) {
    const kind = item.kind as string
    const connection = connections.find((one) => one.kind === kind)
    const right = connection && dueItemOf(connection)
    if (right && sameMembers(item, right)) continue
    const sentence = 'it asks to read a calendar that is not due then'
    yield finding('connection_due_stale', [item, connectionKey(providerId, kind)], sentence)
  }
  for (const { kind, month } of months) {
    if (kinds.has(kind)) continue
    const key = busyMonthKey(providerId, month, kind)
    yield finding(
      'busy_month_orphaned',
      [key, connectionKey(providerId, kind)],
      'it is of no calendar',
    )
  }
}

const list = (words: readonly string[]): string =>
  words.length === 0 ? 'nothing' : words.join(', ')
