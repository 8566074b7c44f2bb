import type { EventData, JsonValue } from '../event-data.ts'
import { isUnusedAs, UNUSED, UNUSED_AS_START } from './members.ts'

type Members = { readonly [name: string]: JsonValue }

const UNUSED_OF_BOOKER: Members = { phone: null }

/** What an event type shows for what it does not use. */
const UNUSED_OF_EVENT_TYPE: Members = {
  durationOptionsMinutes: null,
  hoursApplyTo: 'duration',
  locations: [],
  questions: [],
  redirectUrl: null,
  hidden: false,
  color: null,
  reminderMinutes: null,
  payment: null,
  candidateRules: [],
  priceRules: [],
  access: [],
  release: null,
  limits: null,
  waitlist: null,
  seats: null,
  grain: 'time',
  propertyId: null,
  occupancy: null,
  ratePlanIds: [],
  photos: [],
  securityDeposit: null,
  stay: null,
}

const UNUSED_OF_POLICY: Members = {
  cancelUntilMinutes: null,
  rescheduleUntilMinutes: null,
  maxReschedules: null,
}

const isMembers = (value: JsonValue | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Built anew: `delete` would turn the object into a slow one.
function without(members: Members, unusedMembers: Members): Members {
  const kept: Record<string, JsonValue> = {}
  for (const name in members) {
    const value = members[name] as JsonValue
    const unused = unusedMembers[name]
    if (unused === undefined || !isUnusedAs(value, unused)) kept[name] = value
  }
  return kept
}

function packedBooking(booking: Members): Members {
  // A plain booking has none of them to begin with.
  if (!('location' in booking)) return booking
  const { start = null } = booking
  const kept: Record<string, JsonValue> = {}
  for (const name in booking) {
    const value = booking[name] as JsonValue
    const unused = UNUSED_AS_START.includes(name) ? start : UNUSED[name]
    if (name === 'booker' && isMembers(value)) kept.booker = without(value, UNUSED_OF_BOOKER)
    else if (unused === undefined || !isUnusedAs(value, unused)) kept[name] = value
  }
  return kept
}

function unpackedBooking(booking: Members): Members {
  const { start = null, booker } = booking
  const asStart: Record<string, JsonValue> = {}
  for (const name of UNUSED_AS_START) asStart[name] = start
  return {
    ...UNUSED,
    ...asStart,
    ...booking,
    ...(isMembers(booker) && { booker: { ...UNUSED_OF_BOOKER, ...booker } }),
  }
}

const packedEventType = (eventType: Members): Members => ({
  ...without(eventType, UNUSED_OF_EVENT_TYPE),
  ...(isMembers(eventType.policy) && { policy: without(eventType.policy, UNUSED_OF_POLICY) }),
})

const unpackedEventType = (eventType: Members): Members => ({
  ...UNUSED_OF_EVENT_TYPE,
  ...eventType,
  ...(isMembers(eventType.policy) && { policy: { ...UNUSED_OF_POLICY, ...eventType.policy } }),
})

/** Whether a member of an event's data is a whole booking or event type, and not only its names. */
const isWhole = (value: JsonValue | undefined): value is Members =>
  isMembers(value) && 'version' in value

interface Packing {
  readonly booking: (booking: Members) => Members
  readonly booker: (booker: Members) => Members
  readonly eventType: (eventType: Members) => Members
}

function repacked(data: EventData, { booking, booker, eventType }: Packing): EventData {
  return {
    ...data,
    ...(isWhole(data.booking) && { booking: booking(data.booking) }),
    ...(isMembers(data.previousBooker) && { previousBooker: booker(data.previousBooker) }),
    ...(isWhole(data.eventType) && { eventType: eventType(data.eventType) }),
  }
}

const PACK: Packing = {
  booking: packedBooking,
  booker: (booker) => without(booker, UNUSED_OF_BOOKER),
  eventType: packedEventType,
}

const UNPACK: Packing = {
  booking: unpackedBooking,
  booker: (booker) => ({ ...UNUSED_OF_BOOKER, ...booker }),
  eventType: unpackedEventType,
}

/** The data of an event as it is stored: without the members that its booking or event type does not use. */
export const packData = (data: EventData): EventData => repacked(data, PACK)

/**
 * The data of a stored event with all members of its booking or event type. Events of earlier versions of
 * the server get the members that were added since.
 */
export const unpackData = (data: EventData): EventData => repacked(data, UNPACK)
