import { unitNightsEntity } from '../../src/booking/units/unit-nights-summary.ts'
import type { AttributeValue, Store } from '../../src/kernel/ports/store.ts'
import { nightsKey } from '../../src/ledger/keys.ts'
import {
  calendarEventByTimeEntity,
  calendarEventEntity,
  eventTimeKey,
} from '../../src/stays/calendars/calendar-event.ts'
import {
  calendarEventIdKey,
  calendarKey,
  calendarRemovalKey,
  calendarRemovalsDue,
} from '../../src/stays/keys.ts'
import type { LivedIn } from './lived-in-store.ts'
import { alter, type Damage, put, remove, write } from './plant.ts'

const june = ({ houseId }: LivedIn) => nightsKey(houseId, '2026-06')

/** Deletes all entries in the queue of removals. */
async function dropRemovals(store: Store): Promise<void> {
  const due = await store.query(calendarRemovalsDue(Number.MAX_SAFE_INTEGER))
  for (const item of due.items) await remove(store, { PK: item.PK, SK: item.SK })
}

const NIGHTS: readonly Damage[] = [
  {
    name: 'a summary of a unit without the nights of its months',
    plant: (store, { accountId, providerId, houseId }) =>
      put(
        store,
        unitNightsEntity.encode({
          ...{ accountId, unitId: providerId, calendarId: houseId, fromMonth: '2026-05' },
          ...{ months: { '2026-07': 1 }, holds: [], readAtEpochSeconds: 1, version: 1 },
        }),
      ),
    codes: ['unit_nights_stale'],
  },
  {
    name: 'nights taken without a stay',
    plant: (store, made) =>
      write(store, {
        kind: 'ledger-claim',
        key: june(made),
        firstQuantum: 20,
        quantumCount: 3,
      }),
    codes: ['nights_orphaned'],
  },
  {
    name: 'nights of a stay that are not taken',
    plant: (store, made) =>
      write(store, {
        kind: 'ledger-release',
        key: june(made),
        firstQuantum: 28,
        quantumCount: 2,
      }),
    codes: ['nights_missing'],
  },
  {
    name: 'a missing month of nights, and a night without a stay in another',
    async plant(store, made) {
      await remove(store, june(made))
      await write(store, {
        kind: 'ledger-claim',
        key: nightsKey(made.houseId, '2026-07'),
        firstQuantum: 30,
        quantumCount: 1,
      })
    },
    codes: ['nights_missing', 'nights_missing', 'nights_orphaned'],
  },
  {
    name: 'two stays on one night',
    async plant(store, { shortStay }) {
      const days = { startDay: (shortStay.days?.startDay ?? 0) + 1, endDay: shortStay.days?.endDay }
      const other = {
        ...shortStay,
        id: 'cev_other',
        days: days as { startDay: number; endDay: number },
      }
      await put(store, calendarEventEntity.encode(other))
      await put(store, calendarEventByTimeEntity.encode(other))
    },
    codes: ['nights_double'],
    left: ['nights_double'],
  },
  {
    name: 'malformed nights',
    plant: (store, made) => alter(store, june(made), { rev: 0 }),
    codes: ['ledger_wrong'],
    left: ['ledger_wrong'],
  },
  {
    name: 'a stay without dates, whose nights are unknown',
    async plant(store, { stay }) {
      await alter(store, calendarEventIdKey(stay.id), { days: undefined })
      await alter(store, eventTimeKey(stay), { days: undefined })
    },
    codes: ['calendar_event_wrong', 'calendar_event_wrong', 'nights_orphaned', 'nights_orphaned'],
    left: ['calendar_event_wrong', 'calendar_event_wrong', 'nights_orphaned', 'nights_orphaned'],
  },
]

const EVENTS: readonly Damage[] = [
  {
    name: 'an event without its copy by time',
    plant: (store, { meeting }) => remove(store, eventTimeKey(meeting)),
    codes: ['calendar_event_copy_missing'],
  },
  {
    name: 'a stay without its copy by id',
    plant: (store, { stay }) => remove(store, calendarEventIdKey(stay.id)),
    codes: ['calendar_event_copy_missing'],
  },
  {
    name: 'a copy by time with an older title',
    plant: (store, { meeting }) => alter(store, eventTimeKey(meeting), { title: 'Call' }),
    codes: ['calendar_event_copy_stale'],
  },
  {
    name: 'a copy by time with a newer version',
    plant: (store, { meeting }) => alter(store, eventTimeKey(meeting), { version: 7 }),
    codes: ['calendar_event_copy_stale'],
    left: ['calendar_event_copy_stale'],
  },
  {
    name: 'a second copy by time at the old place',
    plant: (store, { meeting }) =>
      put(
        store,
        calendarEventByTimeEntity.encode({
          ...meeting,
          startEpochSeconds: meeting.startEpochSeconds - 86_400,
        }),
      ),
    codes: ['calendar_event_copy_stale'],
  },
  {
    name: 'a copy by time at a wrong place',
    async plant(store, { meeting }) {
      await remove(store, eventTimeKey(meeting))
      const moved = { ...meeting, startEpochSeconds: meeting.startEpochSeconds - 60 }
      await put(store, calendarEventByTimeEntity.encode(moved))
    },
    codes: ['calendar_event_copy_missing', 'calendar_event_copy_stale'],
  },
  {
    name: 'an event that ends before it starts',
    plant: (store, { meeting }) =>
      alter(store, eventTimeKey(meeting), { endEpochSeconds: meeting.startEpochSeconds - 60 }),
    codes: ['calendar_event_copy_missing', 'calendar_event_wrong'],
    left: ['calendar_event_copy_missing', 'calendar_event_wrong'],
  },
  {
    name: 'a stay with a guest but without a manage token',
    async plant(store, { shortStay }) {
      const gone = { manageTokenHash: undefined }
      await alter(store, calendarEventIdKey(shortStay.id), gone)
      await alter(store, eventTimeKey(shortStay), gone)
    },
    codes: ['calendar_event_wrong', 'calendar_event_wrong', 'nights_orphaned'],
    left: ['calendar_event_wrong', 'calendar_event_wrong', 'nights_orphaned'],
  },
  {
    name: 'an event with a guest that is not a stay',
    async plant(store, { meeting }) {
      const guest = { guest: { name: 'A guest' }, manageTokenHash: new Uint8Array(31) }
      await alter(store, calendarEventIdKey(meeting.id), guest)
      await alter(store, eventTimeKey(meeting), guest)
    },
    codes: ['calendar_event_wrong', 'calendar_event_wrong'],
    left: ['calendar_event_wrong', 'calendar_event_wrong'],
  },
  {
    name: 'an event with a ttl',
    plant: (store, { meeting }) => alter(store, eventTimeKey(meeting), { ttl: 1_800_000_000 }),
    codes: ['lasting_item_expires'],
  },
  {
    name: 'an event of another account',
    async plant(store, { meeting }) {
      for (const { key } of [calendarEventEntity, calendarEventByTimeEntity]) {
        await alter(store, key(meeting), { accountId: 'acc_other' })
      }
    },
    codes: ['reference_crossed'],
    left: ['reference_crossed'],
  },
]

const RECURRING: readonly Damage[] = [
  {
    name: 'a recurring event without its copy by time',
    plant: (store, { recurring }) => remove(store, eventTimeKey(recurring)),
    codes: ['calendar_event_copy_missing'],
  },
  {
    name: 'a copy of a recurring event by time without a changed occurrence',
    plant: (store, { recurring }) =>
      alter(store, eventTimeKey(recurring), {
        recurrence: { ...recurring.recurrence, changes: [] } as unknown as AttributeValue,
      }),
    codes: ['calendar_event_copy_stale'],
  },
  {
    name: 'a recurring event with a malformed rule',
    async plant(store, { recurring }) {
      const recurrence = { ...recurring.recurrence, rrule: 'weekly' } as unknown as AttributeValue
      await alter(store, calendarEventIdKey(recurring.id), { recurrence })
      await alter(store, eventTimeKey(recurring), { recurrence })
    },
    codes: ['calendar_event_wrong', 'calendar_event_wrong'],
    left: ['calendar_event_wrong', 'calendar_event_wrong'],
  },
]

const CALENDARS: readonly Damage[] = [
  {
    name: 'a calendar with a malformed hash of its feed token',
    plant: (store, { houseId }) =>
      alter(store, calendarKey(houseId), { feedTokenHash: new Uint8Array(31) }),
    codes: ['calendar_wrong'],
    left: ['calendar_wrong'],
  },
  {
    name: 'a calendar with exclusive nights but without a stay policy',
    plant: (store, { houseId }) => alter(store, calendarKey(houseId), { stayPolicy: undefined }),
    codes: ['calendar_wrong'],
    left: ['calendar_wrong'],
  },
  {
    name: 'a calendar that is missing in the list of its account',
    plant: (store, { diaryId }) =>
      alter(store, calendarKey(diaryId), { GSI1PK: undefined, GSI1SK: undefined }),
    codes: ['index_wrong'],
  },
  {
    name: 'events and nights of a missing calendar',
    plant: (store, { houseId }) => remove(store, calendarKey(houseId)),
    codes: ['calendar_contents_orphaned'],
  },
  {
    name: 'deleted calendars without a scheduled removal',
    plant: dropRemovals,
    codes: ['calendar_removal_missing'],
  },
  {
    name: 'a scheduled removal of a calendar that is not deleted',
    plant: (store, { houseId }) =>
      put(store, { ...calendarRemovalKey(houseId, 1_777_000_000), version: 1 }),
    codes: ['calendar_removal_stale'],
  },
]

/** Damage to calendars, events and nights. */
export const CALENDAR_DAMAGES: readonly Damage[] = [
  ...NIGHTS,
  ...EVENTS,
  ...RECURRING,
  ...CALENDARS,
]
