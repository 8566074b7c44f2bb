import { bookerAddress } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { bookingKey, waitlistEntryKey } from '../../booking/keys.ts'
import { waitlistEntryEntity } from '../../booking/waitlist/entry.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent, JsonValue } from '../../kernel/events/event.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import type { Item, ItemKey } from '../../kernel/ports/store.ts'
import type { Mentions } from '../../kernel/privacy/person.ts'
import { calendarEventEntity } from '../../stays/calendars/calendar-event.ts'
import { isAbout } from '../../stays/calendars/erase-person.ts'
import { calendarEventIdKey } from '../../stays/keys.ts'

/** A kind of things that events report. */
interface SubjectKind {
  readonly prefix: string
  readonly key: (id: string) => ItemKey
  readonly names: (item: Item, mentions: Mentions) => boolean
}

const KINDS: readonly SubjectKind[] = [
  {
    prefix: 'bkg_',
    key: bookingKey,
    names(item, { isAddress }) {
      const { booker, guests = [] } = bookingEntity.decode(item)
      return (
        isAddress((booker && bookerAddress(booker)) ?? '') ||
        guests.some(({ email }) => isAddress(email))
      )
    },
  },
  {
    prefix: 'cev_',
    key: calendarEventIdKey,
    names: (item, mentions) => isAbout(calendarEventEntity.decode(item), mentions),
  },
  {
    prefix: 'wtl_',
    key: waitlistEntryKey,
    names: (item, { isAddress }) => isAddress(waitlistEntryEntity.decode(item).booker.email),
  },
]

const idOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
    ? value.id
    : undefined

/** The id of the booking, stay, calendar event or wait-list entry that an event reports. */
export const subjectOf = ({ data }: DomainEvent): string | undefined =>
  idOf(data.booking) ?? idOf(data.stay) ?? idOf(data.calendarEvent) ?? idOf(data.entry)

/** Of what some events report, the ids of that which names the person as it is stored now. */
export async function subjectsLeft(
  { store }: Pick<Dependencies, 'store'>,
  mentions: Mentions,
  events: readonly DomainEvent[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(events.flatMap((event) => subjectOf(event) ?? []))]
  const known = ids.flatMap((id) => {
    const kind = KINDS.find(({ prefix }) => id.startsWith(prefix))
    return kind === undefined ? [] : [{ id, kind }]
  })
  const items = await readItems(
    store,
    known.map(({ id, kind }) => kind.key(id)),
  )
  const left = known.filter(({ kind }, place) => {
    const item = items[place]
    return item !== undefined && kind.names(item, mentions)
  })
  return new Set(left.map(({ id }) => id))
}
