import { ok, type Result, recurringStarts, refuse, wallToEpochMinutes } from '@holdfast/engine'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { type LoadedEventType, loadEventType, wallTimeOf } from '../bookings/offer.ts'
import type { StayInput } from '../bookings/stay-offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { EventType } from '../event-types/event-type.ts'
import type { Property } from '../properties/property.ts'
import { type LoadedStayType, loadStayType } from '../units/load-stay-type.ts'
import { type PriceOfAll, priceOfAll } from '../visits/in-common.ts'
import type { GroupInput, GroupItem } from './group-input.ts'
import { checkSequence } from './sequence-rules.ts'
import { checkVisit } from './visit-rules.ts'

/** One start that a group asks for. */
export interface WantedBooking {
  /** The position of its item, from 0. */
  readonly itemIndex: number
  readonly item: GroupItem
  readonly timeZone: string
  /** The wall time in `timeZone`, `YYYY-MM-DDTHH:MM`. */
  readonly localStart: string
  /** Absent if there is no such time. */
  readonly startEpochSeconds?: number
}

/** How many event types are read at once. */
const READS_AT_ONCE = 8

/** What a group books, and how it is paid. */
export interface Wanted {
  /** In order. */
  readonly bookings: readonly WantedBooking[]
  /** What they are paid by together. Absent: nothing has a price. */
  readonly price?: PriceOfAll
  /** Their event types, each once. */
  readonly eventTypes: readonly EventType[]
}

/**
 * The starts that the items of a group ask for: recurrences keep the wall time in the zone of the event
 * type's provider, and a stay starts with its check-in. Refuses prices that cannot be paid together, and what cannot be a visit.
 */
export async function wantedBookings(
  deps: BookingDependencies,
  accountId: string,
  input: Pick<GroupInput, 'items' | 'together' | 'sequence' | 'maxGapMinutes' | 'onConflict'>,
): Promise<Result<Wanted, Refusal>> {
  const { items } = input
  const read = await readTypes(deps, accountId, items)
  if (!read.ok) return read
  const { eventTypes, ofTime, ofNights } = read.value
  const visit = input.together ? checkVisit(input, eventTypes) : ok(undefined)
  if (!visit.ok) return visit
  const inSequence = input.sequence ? checkSequence(input, ofTime) : ok(undefined)
  if (!inSequence.ok) return inSequence
  const price = priceOfAll(eventTypes)
  if (!price.ok) {
    const { eventTypeId, message } = price.refusal
    const itemIndex = items.findIndex((item) => item.eventTypeId === eventTypeId)
    return invalid(`/items/${itemIndex}/eventTypeId`, message)
  }
  const bookings = items.flatMap((item, index) => {
    const { eventTypeId, stay } = item
    const property = ofNights.get(eventTypeId)?.property
    return stay && property
      ? checkInOf(item, index, stay, property)
      : startsOf(item, index, ofTime.get(eventTypeId)?.provider.timeZone ?? 'UTC')
  })
  return ok({ bookings, eventTypes, ...(price.value && { price: price.value }) })
}

/** The event types of some items, each once. */
interface ReadTypes {
  readonly eventTypes: readonly EventType[]
  readonly ofTime: ReadonlyMap<string, LoadedEventType>
  readonly ofNights: ReadonlyMap<string, LoadedStayType>
}

async function readTypes(
  deps: BookingDependencies,
  accountId: string,
  items: readonly GroupItem[],
): Promise<Result<ReadTypes, Refusal>> {
  const ids = [...new Set(items.map(({ eventTypeId }) => eventTypeId))]
  const loaded = await mapAtMost(
    ids,
    READS_AT_ONCE,
    async (eventTypeId): Promise<Result<LoadedEventType | LoadedStayType, Refusal>> => {
      const index = items.findIndex((item) => item.eventTypeId === eventTypeId)
      return items[index]?.stay
        ? await loadStayType(deps, accountId, eventTypeId, `/items/${index}/arrival`)
        : await loadEventType(deps, accountId, eventTypeId, true)
    },
  )
  const ofTime = new Map<string, LoadedEventType>()
  const ofNights = new Map<string, LoadedStayType>()
  const eventTypes: EventType[] = []
  for (const found of loaded) {
    if (!found.ok) return refuse(found.refusal)
    const { eventType } = found.value
    eventTypes.push(eventType)
    if ('property' in found.value) ofNights.set(eventType.id, found.value)
    else ofTime.set(eventType.id, found.value)
  }
  return ok({ eventTypes, ofTime, ofNights })
}

function checkInOf(
  item: GroupItem,
  itemIndex: number,
  { arrivalDay }: StayInput,
  { timeZone, checkInMinute }: Property,
): WantedBooking {
  const startEpochSeconds = wallToEpochMinutes(timeZone, arrivalDay, checkInMinute) * 60
  const localStart = wallTimeOf(startEpochSeconds, timeZone)
  return { itemIndex, item, timeZone, localStart, startEpochSeconds }
}

function startsOf(item: GroupItem, itemIndex: number, timeZone: string): readonly WantedBooking[] {
  const { startEpochSeconds, recurrence } = item
  if (recurrence === undefined) {
    const localStart = wallTimeOf(startEpochSeconds, timeZone)
    return [{ itemIndex, item, timeZone, localStart, startEpochSeconds }]
  }
  return recurringStarts(startEpochSeconds, recurrence, timeZone).map((start) => ({
    itemIndex,
    item,
    timeZone,
    ...start,
  }))
}
