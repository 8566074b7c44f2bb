import { ok, type Result } from '@holdfast/engine'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { queryItems } from '../../kernel/items/query-items.ts'
import type { Listed, Page } from '../../kernel/paging.ts'
import { ERASED_TEXT } from '../../kernel/privacy/person.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { calendarEventIdKey, importedUidsOf } from '../keys.ts'
import {
  type CalendarEvent,
  calendarEventByTimeEntity,
  calendarEventEntity,
} from './calendar-event.ts'
import { stayDaysOf } from './event-content.ts'
import { importedUidEntity } from './imported-uid.ts'
import { eventsIn } from './list-events.ts'

/** Stays of a unit's calendar, as the port of `booking` shows them. */

/** No event ends later: keys have ten digits of epoch seconds. */
const LAST_EPOCH_SECONDS = 9_999_999_999

/** A stay whose place a booking can take. Undefined for another event. */
function stayOf(event: CalendarEvent) {
  const days = stayDaysOf(event)
  if (days === undefined) return undefined
  const { id, title, description, extendedProps, guest, createdAtEpochSeconds, version } = event
  return {
    ...days,
    id,
    title: title === ERASED_TEXT ? '' : title,
    description,
    extendedProps,
    guest,
    createdAtEpochSeconds,
    item: { key: calendarEventIdKey(id), version },
    remove: () => [calendarEventEntity.remove(event), calendarEventByTimeEntity.remove(event)],
  }
}

type Stay = NonNullable<ReturnType<typeof stayOf>>

/** The stays of a calendar that are not over, by arrival. */
export async function listStays(
  deps: Dependencies,
  calendarId: string,
  page: Page,
): Promise<Result<Listed<{ readonly stay: Stay; readonly isOfChannel: boolean }>, Refusal>> {
  const range = { fromEpochSeconds: epochSeconds(deps.clock), toEpochSeconds: LAST_EPOCH_SECONDS }
  const listed = await eventsIn(deps, calendarId, range, page)
  if (!listed.ok) return listed
  // After the stays: an import writes a stay and its UID in one transaction.
  const ofChannels = new Set<string>()
  for await (const item of queryItems(deps.store, importedUidsOf(calendarId))) {
    ofChannels.add(importedUidEntity.decode(item).eventId)
  }
  const data = listed.value.data.flatMap((event) => {
    const stay = stayOf(event)
    const isOfChannel = ofChannels.has(event.id) || event.unplaced !== undefined
    return stay ? [{ stay, isOfChannel }] : []
  })
  return ok({ ...listed.value, data })
}

/** A stay of a calendar as it is now. */
export async function readStay(
  { store }: Pick<Dependencies, 'store'>,
  calendarId: string,
  stayId: string,
): Promise<Stay | undefined> {
  const event = await calendarEventEntity.read(store, calendarEventIdKey(stayId))
  return event?.calendarId === calendarId ? stayOf(event) : undefined
}
