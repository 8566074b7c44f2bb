import { bookingKey } from '../../booking/keys.ts'
import { EMPTY_LEDGER, ledgerReplace } from '../../kernel/items/ledger-item.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { nameOfKey } from '../../kernel/keys.ts'
import type { ItemKey, Store, Write } from '../../kernel/ports/store.ts'
import type { NamedWrites } from '../../kernel/transaction.ts'
import { nightsKey } from '../../ledger/keys.ts'
import { readDay } from '../../ledger/read-day.ts'
import { rightMarks } from '../../stays/doctor/booked-months.ts'
import {
  ALL_CALENDARS,
  type MonthFacts,
  nightClaims,
  nightOwners,
  uncertainCalendar,
} from '../../stays/doctor/calendar-facts.ts'
import { calendarEventIdKey } from '../../stays/keys.ts'
import { classify } from './classified-item.ts'
import { kindOfKey } from './item-kind.ts'

/** The key of a month of nights. */
export const keyOfMonth = ({ calendarId, month }: MonthFacts): ItemKey =>
  nightsKey(calendarId, month)

/**
 * Loads months of nights for their repair: first the months, then, in a scan of the whole store, the
 * stays by their ids, whose keys never change. As with ledger days, a stay whose nights are in a month was
 * committed before the scan, and a later claim or release changes `rev`.
 */
export async function loadMonths(
  store: Store,
  keys: readonly ItemKey[],
): Promise<readonly MonthFacts[]> {
  const months = new Map<string, MonthFacts>()
  const items = await readItems(store, keys)
  keys.forEach((key, index) => {
    const { partitionId: calendarId, sortId: month } = kindOfKey(key)
    const item = items[index]
    const read = item === undefined ? { state: EMPTY_LEDGER } : readDay(item)
    if ('problem' in read) return
    const facts = {
      calendarId,
      month,
      state: read.state,
      isMalformed: false,
      owners: [],
      claims: [],
    }
    months.set(nameOfKey(key), facts)
  })
  const uncertain = new Set<string | undefined>()
  for await (const page of store.scan()) {
    for (const item of page) {
      const entry = classify(item)
      if (entry.problems.length > 0) uncertain.add(uncertainCalendar(entry))
      if (entry.kind === 'booking' && entry.value?.stay) {
        for (const { calendarId, month, claim } of nightClaims(entry.value)) {
          const claims = months.get(nameOfKey(nightsKey(calendarId, month)))?.claims
          const earlier = claims?.findIndex(({ bookingId }) => bookingId === claim.bookingId) ?? -1
          if (earlier >= 0) claims?.splice(earlier, 1)
          claims?.push(claim)
        }
      }
      if (entry.kind !== 'calendar_event_id' || entry.value === undefined) continue
      for (const { month, owner } of nightOwners(entry.value)) {
        const owners = months.get(nameOfKey(nightsKey(entry.value.calendarId, month)))?.owners
        const earlier = owners?.findIndex(({ eventId }) => eventId === owner.eventId) ?? -1
        if (earlier >= 0) owners?.splice(earlier, 1)
        owners?.push(owner)
      }
    }
  }
  if (uncertain.has(ALL_CALENDARS)) return []
  return [...months.values()].filter(({ calendarId }) => !uncertain.has(calendarId))
}

/**
 * The transaction that makes the taken nights of a month those of its stays and bookings, and its marks those of its bookings:
 * nights without either become free, and stays and bookings get their nights and marks. Two of them on one night both stay,
 * since people decide. Empty if there is nothing to repair.
 */
export function monthWrites(facts: MonthFacts, nowEpochSeconds: number): NamedWrites {
  const { state, owners } = facts
  const current = state ?? EMPTY_LEDGER
  const { taken } = current
  const { holds, bookings, quanta: booked, restored: claims } = rightMarks(facts, nowEpochSeconds)
  const owned = new Set([...owners.flatMap(({ quanta }) => quanta), ...booked])
  const restored = owners.filter(({ quanta }) => quanta.some((quantum) => !taken.has(quantum)))
  const markCount = current.holds.length + (current.bookings?.length ?? 0)
  const isSame =
    restored.length + claims.length === 0 &&
    owned.size === taken.size &&
    holds.length + bookings.length === markCount
  if (isSame) return {}
  const checks = [
    ...restored.map(({ eventId, version }) => [calendarEventIdKey(eventId), version] as const),
    ...claims.map(({ bookingId, version }) => [bookingKey(bookingId), version] as const),
  ].map(([key, version]): readonly [string, Write] => [
    nameOfKey(key),
    { kind: 'check-version', key, version },
  ])
  return {
    nights: ledgerReplace(keyOfMonth(facts), current, {
      ...current,
      taken: owned,
      holds,
      bookings,
    }),
    ...Object.fromEntries(checks),
  }
}
