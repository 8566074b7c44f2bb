import { type ClassSession, sessionTime } from '@holdfast/engine'
import { type StoredSession, sessionWrite } from '../../booking/seats/session-item.ts'
import { queryItems } from '../../kernel/items/query-items.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { nameOfKey } from '../../kernel/keys.ts'
import type { CountMark, CountState, ItemKey, Store, Write } from '../../kernel/ports/store.ts'
import type { NamedWrites } from '../../kernel/transaction.ts'
import { CountCollector, isWithoutItem } from './check-counts.ts'
import { classify } from './classified-item.ts'
import {
  type CountFacts,
  canRestore,
  isLapsedAt,
  isRightMark,
  markOf,
  sumOf,
} from './compare-count.ts'
import type { CountOwner } from './count-owners.ts'
import { kindOfKey } from './item-kind.ts'

/**
 * Loads counts for their repair: first the counts, then, in a scan of the whole store, all their owners. In this
 * order, an owner whose amount is in a count was committed before the scan began, so the scan finds it. A
 * later claim or release changes `rev`. So a write on condition of `rev` never takes an amount from an owner.
 */
export async function loadCounts(
  store: Store,
  keys: readonly ItemKey[],
): Promise<readonly CountFacts[]> {
  const sessions = new Set(
    keys.filter((key) => kindOfKey(key).kind === 'class_session').map(({ PK }) => PK),
  )
  const names = new Set(keys.map(nameOfKey))
  const collector = new CountCollector((key) => sessions.has(key.PK) || names.has(nameOfKey(key)))
  for (const partition of sessions) {
    // All sessions: bookings of a moved one belong to another.
    for await (const item of queryItems(store, { partition, consistent: true })) {
      collector.visitCount(classify(item))
    }
  }
  const others = keys.filter(({ PK }) => !sessions.has(PK))
  for (const item of await readItems(store, others)) {
    if (item) collector.visitCount(classify(item))
  }
  for await (const page of store.scan()) {
    for (const item of page) collector.visitOwner(classify(item))
  }
  return [...collector.counts()].filter(
    ({ key, isCertain }) => isCertain && names.has(nameOfKey(key)),
  )
}

/** The transaction that repairs a loaded count. Empty if there is nothing to repair. */
export function countWrites(count: CountFacts, nowEpochSeconds: number): NamedWrites {
  const { next, restored, isFinal } = repaired(count, nowEpochSeconds)
  const isNew = isWithoutItem(count)
  if (isNew && next.used === 0) return {}
  const stored = count.session ?? (isNew ? sessionOfBookings(count.owners) : undefined)
  const rev = count.state.rev
  if (stored === undefined) {
    if (isSame(next, count.state)) return {}
    const write: Write = { kind: 'count-replace', key: count.key, ifRev: rev, next }
    return { count: write, ...checksOf(restored) }
  }
  const { isFinal: wasFinal, ...session } = stored
  const after: ClassSession = { ...session, ...next, ...(isFinal && { isFinal }) }
  const isUnchanged =
    !isNew && isSame(next, count.state) && isFinal === (wasFinal ?? false) && !isExpiring(count)
  if (isUnchanged) return {}
  const before: StoredSession | undefined = isNew ? undefined : { rev, session: stored }
  // The amounts of a session without an item are in no count, so each of its owners must still be there.
  const checked = isNew ? count.owners : restored
  return { count: sessionWrite(before, after), ...checksOf(checked) }
}

const isExpiring = ({ expires, state }: CountFacts): boolean => expires && state.used > 0

/** A count as it must be, and the owners whose marks were restored. These must not change before the write. */
function repaired(count: CountFacts, nowEpochSeconds: number) {
  const holds: CountMark[] = []
  const restored: CountOwner[] = []
  const isNew = isWithoutItem(count)
  for (const owner of count.owners) {
    const { id, amount, markedUntilEpochSeconds: until } = owner
    if (until === undefined) continue
    const mark = markOf(count, owner)
    if (mark && isRightMark(mark, owner, nowEpochSeconds)) {
      holds.push(mark)
      continue
    }
    if (mark === undefined) {
      // A lapsed hold gets nothing back.
      if (isLapsedAt(until, nowEpochSeconds)) continue
      if (!isNew && !canRestore(count, owner)) continue
    }
    holds.push({ ownerId: id, amount, expiresAtEpochSeconds: until })
    restored.push(owner)
  }
  const final = sumOf(count.owners.filter((owner) => owner.markedUntilEpochSeconds === undefined))
  const next: CountState = { used: final + sumOf(holds), holds }
  return { next, restored, isFinal: final > 0 }
}

function isSame(next: CountState, state: CountState): boolean {
  return (
    next.used === state.used &&
    next.holds.length === state.holds.length &&
    next.holds.every((mark) => state.holds.includes(mark))
  )
}

/** The writes that require that owners have not changed. A session is written again as it is: it has no version. */
const checksOf = (owners: readonly CountOwner[]): NamedWrites =>
  Object.fromEntries(
    owners.map(({ id, key, seen }): readonly [string, Write] => [
      `owner:${id}`,
      'version' in seen
        ? { kind: 'check-version', key, version: seen.version }
        : sessionWrite(seen, seen.session),
    ]),
  )

/** A session without an item, as its bookings tell it; what it counted of limits is lost. */
function sessionOfBookings(owners: readonly CountOwner[]): ClassSession | undefined {
  const isFinal = ({ markedUntilEpochSeconds }: CountOwner) => markedUntilEpochSeconds === undefined
  const booking = (owners.find(isFinal) ?? owners[0])?.booking
  if (booking?.eventTypeId === undefined) return undefined
  const { accountId, eventTypeId } = booking
  return { accountId, ...sessionTime(booking), eventTypeId, used: 0, holds: [] }
}
