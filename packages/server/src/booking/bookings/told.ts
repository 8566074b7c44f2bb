import {
  type Booker,
  type BookingLocation,
  CARRIED_FROM,
  type Carried,
  ok,
  type Result,
} from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { type CarriedInput, checkCarried } from '../answers/check-carried.ts'
import type { DetailsDependencies } from '../dependencies.ts'
import type { EventType } from '../event-types/event-type.ts'
import { INVALID_PHONE } from '../locations/check-locations.ts'
import { chooseLocation, type LocationChoice } from '../locations/choose-location.ts'

/** The members that are checked or merged by functions of their own. */
type CheckedName = 'location' | 'answers' | 'sealedPrivateAnswers' | 'guests' | 'metadata'

type PlainName = Exclude<keyof Carried, CheckedName>

/** Members that are stored as they are given. Absent members stay, null removes one. */
type PlainInput = { readonly [Name in PlainName]?: Carried[Name] | null | undefined }

/** What somebody tells who books, beside the time and who they are. */
export interface ToldInput extends CarriedInput, PlainInput {
  readonly location?: LocationChoice | undefined
}

const CHECKED: ReadonlySet<string> = new Set<CheckedName>([
  'location',
  'answers',
  'sealedPrivateAnswers',
  'guests',
  'metadata',
])

// The constant has exactly the names of what a booking carries.
const CARRIED_NAMES = Object.keys(CARRIED_FROM) as readonly (keyof Carried)[]

const PLAIN_NAMES = CARRIED_NAMES.filter((name): name is PlainName => !CHECKED.has(name))

/** The names of `ToldInput`. */
export const TOLD_NAMES: readonly (keyof ToldInput)[] = CARRIED_NAMES.filter(
  (name): name is Exclude<keyof Carried, 'sealedPrivateAnswers'> => name !== 'sealedPrivateAnswers',
)

/** The booking that somebody tells something about. */
export interface ToldAbout {
  readonly bookingId: string
  /** Absent for a slot that the provider opened, or if the event type asks nothing. */
  readonly eventType?: EventType | undefined
  /** Absent for a hold that gets its booker on confirmation. */
  readonly booker?: Booker | undefined
  /** What the booking carries already. */
  readonly before?: Carried | undefined
  /** Zones whose countries a phone number without a country code may belong to, the likeliest first. */
  readonly timeZones: readonly string[]
  /** Whether the account books outside the rules, which includes required answers. */
  readonly isOverride?: boolean | undefined
}

/** The booker and what the booking carries from now on. */
export interface Told {
  readonly booker?: Booker
  readonly carried: Carried
}

const NOTHING_TOLD: readonly (keyof ToldInput)[] = ['location', 'answers', 'guests', 'metadata']

/** What a booking carries, with the members that are given as they are stored. */
export function withPlain(carried: Carried, input: PlainInput): Carried {
  if (PLAIN_NAMES.every((name) => input[name] === undefined)) return carried
  const given = PLAIN_NAMES.map((name) => [
    name,
    input[name] === undefined ? carried[name] : (input[name] ?? undefined),
  ])
  return picked({ ...carried, ...Object.fromEntries(given) }, CARRIED_NAMES)
}

const plainOf = (carried: Carried): Carried => picked(carried, PLAIN_NAMES)

/** Some members, without those that are undefined. */
const picked = (carried: Carried, names: readonly (keyof Carried)[]): Carried =>
  Object.fromEntries(
    names.flatMap((name) => (carried[name] === undefined ? [] : [[name, carried[name]]])),
  )

/** Whether an event type has questions or locations for its bookers. */
export const asksBooker = (eventType: EventType | undefined): boolean =>
  eventType?.questions !== undefined || eventType?.locations !== undefined

/**
 * Checks and completes what somebody tells who books: phone numbers in E.164, one of the locations, answers to
 * the questions, guests and metadata. A hold without a booker is asked nothing yet.
 */
export async function readTold(
  deps: DetailsDependencies,
  about: ToldAbout,
  input: ToldInput,
): Promise<Result<Told, Refusal>> {
  const { bookingId, eventType, before, booker, isOverride = false } = about
  const timeZones = [
    ...(booker?.timeZone === undefined ? [] : [booker.timeZone]),
    ...about.timeZones,
  ]
  const readPhone = (text: string) => deps.phoneNumbers.toE164(text, timeZones)
  const known = await withReadPhone(booker, readPhone)
  if (!known.ok) return known
  const isSilent = NOTHING_TOLD.every((name) => input[name] === undefined)
  const asks = booker !== undefined && asksBooker(eventType)
  const hasGuests = before?.guests !== undefined
  if (isSilent && !asks && !hasGuests) {
    return ok({ ...booked(known.value), carried: withPlain(before ?? {}, input) })
  }
  const location = await locationOf(about, input, known.value, readPhone)
  if (!location.ok) return location
  const carrier = {
    bookingId,
    questions: eventType?.questions ?? [],
    bookerEmail: known.value?.email,
    before,
    asksRequired: asks && !isOverride,
    readPhone,
  }
  const carried = await checkCarried(deps, carrier, input)
  if (!carried.ok) return carried
  return ok({
    ...booked(known.value),
    carried: {
      ...plainOf(withPlain(before ?? {}, input)),
      ...carried.value,
      ...(location.value && { location: location.value }),
    },
  })
}

/** What a booking carries. */
export const carriedBy = (booking: Carried): Carried => picked(booking, CARRIED_NAMES)

const booked = (booker: Booker | undefined) => (booker === undefined ? {} : { booker })

type ReadPhone = (text: string) => Promise<string | undefined>

/** A booker with their phone number in E.164. */
async function withReadPhone(
  booker: Booker | undefined,
  readPhone: ReadPhone,
): Promise<Result<Booker | undefined, Refusal>> {
  if (booker?.phone === undefined) return ok(booker)
  const phone = await readPhone(booker.phone)
  if (phone === booker.phone) return ok(booker)
  return phone === undefined
    ? invalid('/booker/phone', `"${booker.phone}" ${INVALID_PHONE}`)
    : ok({ ...booker, phone })
}

async function locationOf(
  { eventType, before, isOverride }: ToldAbout,
  { location }: ToldInput,
  booker: Booker | undefined,
  readPhone: ReadPhone,
): Promise<Result<BookingLocation | undefined, Refusal>> {
  // Without a booker, or outside the rules, only a given choice is checked.
  if (location === undefined && (booker === undefined || isOverride)) return ok(before?.location)
  return await chooseLocation(eventType, location, booker, { readPhone, before: before?.location })
}
