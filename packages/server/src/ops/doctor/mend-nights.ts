import { EMPTY_LEDGER } from '../../kernel/items/ledger-item.ts'
import { type ItemKey, STORE_LIMITS, type Store, type Write } from '../../kernel/ports/store.ts'
import { calendarEventFromItem } from '../../stays/calendars/calendar-event.ts'
import { calendarEventIdKey, nightsKey } from '../../stays/keys.ts'
import { CalendarDistrust, type MonthFacts, nightOwners } from './calendar-facts.ts'
import { readDay } from './check-ledger.ts'
import { kindOf } from './item-kind.ts'

const nameOf = ({ PK, SK }: ItemKey): string => JSON.stringify([PK, SK])

/**
 * Gathers what is to be known of months of nights in order to mend them: first the months, then, in
 * a scan of the whole store, the stays by their ids, which never move. As with ledger days, a stay
 * whose nights are in a month was committed before the scan, and who claims or gives back later
 * changes `rev`.
 */
export async function knowMonths(
  store: Store,
  keys: readonly ItemKey[],
): Promise<readonly MonthFacts[]> {
  const months = new Map<string, MonthFacts>()
  for (let at = 0; at < keys.length; at += STORE_LIMITS.keysPerGetMany) {
    const batch = keys.slice(at, at + STORE_LIMITS.keysPerGetMany)
    const items = await store.getMany(batch, { consistent: true })
    batch.forEach((key, index) => {
      const { partitionId: calendarId, sortId: month } = kindOf({ ...key })
      const item = items[index]
      const read = item === undefined ? { state: EMPTY_LEDGER } : readDay(item)
      if ('problem' in read) return
      months.set(nameOf(key), {
        calendarId,
        month,
        state: read.state,
        isUnreadable: false,
        owners: [],
      })
    })
  }
  const distrust = new CalendarDistrust()
  for await (const page of store.scan()) {
    for (const item of page) {
      const entry = kindOf(item)
      distrust.note(entry)
      if (entry.kind !== 'calendar_event_id' || entry.problems.length > 0) continue
      const event = calendarEventFromItem(item)
      for (const { month, owner } of nightOwners(event)) {
        const owners = months.get(nameOf(nightsKey(event.calendarId, month)))?.owners
        const known = owners?.findIndex(({ eventId }) => eventId === owner.eventId) ?? -1
        if (known >= 0) owners?.splice(known, 1)
        owners?.push(owner)
      }
    }
  }
  return [...months.values()].filter(({ calendarId }) => !distrust.has(calendarId))
}

/**
 * The transaction that makes the nights of a month those of its stays: nights of nobody are free
 * again, and stays have theirs. Two stays on one night both stay: people decide. Undefined: nothing
 * is to be mended.
 */
export function nightWrites({
  calendarId,
  month,
  state,
  owners,
}: MonthFacts): readonly Write[] | undefined {
  const { taken, rev, holds, blocks } = state ?? EMPTY_LEDGER
  const owned = new Set(owners.flatMap(({ quanta }) => quanta))
  const given = owners.filter(({ quanta }) => quanta.some((quantum) => !taken.has(quantum)))
  if (given.length === 0 && owned.size === taken.size) return undefined
  return [
    {
      kind: 'ledger-replace',
      key: nightsKey(calendarId, month),
      ifRev: rev,
      next: { taken: owned, holds, blocks },
    },
    ...given.map(
      ({ eventId, version }): Write => ({
        kind: 'check-version',
        key: calendarEventIdKey(eventId),
        version,
      }),
    ),
  ]
}
