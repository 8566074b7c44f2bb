import type { CalendarEvent } from './calendar-event.ts'
import { NO_SOURCE } from './channel.ts'
import type { ImportedUid } from './imported-uid.ts'

/** A stay in the calendar that an import made, with the UID that it came under. */
export interface KnownStay {
  readonly uid: ImportedUid
  readonly event: CalendarEvent
}

/** A stay that a file asks for. */
export interface WantedStay {
  readonly uidHash: string
  readonly startDay: number
  readonly endDay: number
}

const nightsText = (startDay: number, endDay: number): string => `${startDay} ${endDay}`

/**
 * Finds the stay in the calendar that each stay of a file means. The same nights of the same channel are the
 * same stay, because channels give a stay a new UID; otherwise the UID decides. Without a channel, only a stay
 * that lacks nights is found by its nights: another one may be of another channel.
 */
export function matchStays<Wanted extends WantedStay>(
  wanted: readonly Wanted[],
  known: readonly KnownStay[],
  source: string,
): ReadonlyMap<Wanted, KnownStay> {
  const byUid = new Map(known.map((each) => [each.uid.uidHash, each]))
  const matches = new Map<Wanted, KnownStay>()
  const found = new Set<string>()
  const match = (one: Wanted, stay: KnownStay | undefined) => {
    if (stay === undefined || matches.has(one) || found.has(stay.event.id)) return
    matches.set(one, stay)
    found.add(stay.event.id)
  }
  const hasNights = ({ event }: KnownStay, { startDay, endDay }: Wanted) =>
    event.days?.startDay === startDay && event.days.endDay === endDay
  for (const one of wanted) {
    const stay = byUid.get(one.uidHash)
    if (stay && hasNights(stay, one)) match(one, stay)
  }
  const byNights = new Map<string, KnownStay[]>()
  for (const stay of known) {
    const { uid, event } = stay
    const isOfChannel = uid.source === source && (source !== NO_SOURCE || event.unplaced)
    if (!isOfChannel || event.days === undefined || found.has(event.id)) continue
    const nights = nightsText(event.days.startDay, event.days.endDay)
    byNights.set(nights, [...(byNights.get(nights) ?? []), stay])
  }
  for (const one of wanted) {
    if (!matches.has(one)) match(one, byNights.get(nightsText(one.startDay, one.endDay))?.shift())
  }
  for (const one of wanted) match(one, byUid.get(one.uidHash))
  return matches
}
