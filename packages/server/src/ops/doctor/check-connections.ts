import { providerKey } from '../../booking/keys.ts'
import type { BusyMonth } from '../../external-calendars/connections/busy-months.ts'
import type { Connection } from '../../external-calendars/connections/connection.ts'
import {
  dueRefreshEntity,
  dueRefreshOf,
} from '../../external-calendars/connections/due-connections.ts'
import { busyMonthKey, connectionKey } from '../../external-calendars/keys.ts'
import type { Finding } from '../../kernel/doctor/finding.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import type { ConnectionKind } from '../../kernel/ports/free-busy.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import type { Check } from './check.ts'
import { finding } from './finding.ts'

interface DueRead {
  readonly kind: ConnectionKind
  readonly item: Item
}

/** The facts of one provider. */
interface Facts {
  recordedKinds: readonly ConnectionKind[]
  isDeleted: boolean
  /** The kinds of all connections, including invalid ones. */
  readonly kinds: Set<string>
  /** The valid connections. */
  readonly connections: Connection[]
  readonly due: DueRead[]
  readonly months: Pick<BusyMonth, 'kind' | 'month'>[]
}

/** The queue item that a connection must have, if any. */
export const expectedDueItem = (connection: Connection): Item | undefined =>
  connection.refreshAtEpochMilliseconds === undefined
    ? undefined
    : dueRefreshEntity.encode(dueRefreshOf(connection, connection.refreshAtEpochMilliseconds))

/**
 * Checks that a provider records its connected calendars, since slots depend on that record; that each
 * connection is in the queue at its time; and that busy times belong to a connection. Its facts are those
 * of providers with connections.
 */
export function connectionsCheck(inShare: InShare): Check {
  const providers = new Map<string, Facts>()
  let factCount = 0
  const factsOf = (providerId: string): Facts => {
    const facts = providers.get(providerId) ?? {
      recordedKinds: [],
      isDeleted: false,
      kinds: new Set(),
      connections: [],
      due: [],
      months: [],
    }
    providers.set(providerId, facts)
    factCount += 1
    return facts
  }
  const visitDue = (item: Item) => {
    // The queue also has credentials to delete, which are not refreshes.
    const due = dueRefreshEntity.tryDecode(item)
    if (!due.ok || !inShare(due.value.providerId)) return
    factsOf(due.value.providerId).due.push({ kind: due.value.kind, item })
  }
  return {
    visit(entry) {
      const { kind, item, partitionId, sortId } = entry
      if (kind === 'connection_due') visitDue(item)
      if (!inShare(partitionId)) return
      if (kind === 'connection') factsOf(partitionId).kinds.add(sortId)
      if (entry.value === undefined) return
      if (entry.kind === 'provider' && entry.value.connectedKinds !== undefined) {
        const facts = factsOf(partitionId)
        facts.recordedKinds = entry.value.connectedKinds
        facts.isDeleted = entry.value.deletedAtEpochSeconds !== undefined
      } else if (entry.kind === 'connection') {
        factsOf(partitionId).connections.push(entry.value)
      } else if (entry.kind === 'busy_month') {
        const { kind: source, month } = entry.value
        factsOf(partitionId).months.push({ kind: source, month })
      }
    },
    get factCount() {
      return factCount
    },
    *findings() {
      for (const [providerId, facts] of providers) yield* findingsOf(providerId, facts)
    },
  }
}

function* findingsOf(providerId: string, facts: Facts): Iterable<Finding> {
  const { recordedKinds, isDeleted, kinds, connections, due, months } = facts
  if (recordedKinds.length !== kinds.size || recordedKinds.some((kind) => !kinds.has(kind))) {
    const sentence = `The provider records ${list(recordedKinds)} as connected; connected: ${list([...kinds])}.`
    yield finding('connected_kinds_wrong', [providerKey(providerId)], sentence)
  }
  for (const connection of connections) {
    const key = connectionKey(providerId, connection.kind)
    if (isDeleted) {
      yield finding('connection_orphaned', [key], 'The provider of the calendar is deleted.')
    }
    const expected = expectedDueItem(connection)
    if (expected && !due.some(({ item }) => sameMembers(item, expected))) {
      const sentence = 'The calendar has a next read, but it is not in the queue.'
      yield finding('connection_due_missing', [expected, key], sentence)
    }
  }
  for (const { kind, item } of due) {
    const connection = connections.find((one) => one.kind === kind)
    // The next read of an invalid connection is unknown.
    if (connection === undefined && kinds.has(kind)) continue
    const expected = connection && expectedDueItem(connection)
    if (expected && sameMembers(item, expected)) continue
    const sentence = 'The queue contains a read that its calendar does not have.'
    yield finding('connection_due_stale', [item, connectionKey(providerId, kind)], sentence)
  }
  for (const { kind, month } of months) {
    if (kinds.has(kind)) continue
    const keys = [busyMonthKey(providerId, month, kind), connectionKey(providerId, kind)]
    yield finding('busy_month_orphaned', keys, 'The busy times belong to no connected calendar.')
  }
}

const list = (words: readonly string[]): string => (words.length === 0 ? 'none' : words.join(', '))
