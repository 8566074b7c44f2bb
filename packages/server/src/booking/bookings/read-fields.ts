import {
  type Booker,
  type BookingFields,
  type BookingLocation,
  FIELD_SOURCES,
  ok,
  type Result,
} from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { type CheckedFieldsInput, checkFields } from '../answers/check-fields.ts'
import type { DetailsDependencies } from '../dependencies.ts'
import type { EventType } from '../event-types/event-type.ts'
import { INVALID_PHONE } from '../locations/check-locations.ts'
import { chooseLocation, type LocationChoice } from '../locations/choose-location.ts'
import { asksFirst } from '../questions/deciding-answers.ts'

/** The members that are checked or merged by functions of their own. */
const CHECKED_NAMES = [
  'location',
  'answers',
  'sealedPrivateAnswers',
  'consents',
  'guests',
  'metadata',
] as const

type CheckedName = (typeof CHECKED_NAMES)[number]

type PlainName = Exclude<keyof BookingFields, CheckedName>

/** Members that are stored as they are given. Absent members stay, null removes one. */
type PlainInput = { readonly [Name in PlainName]?: BookingFields[Name] | null | undefined }

/** The fields that somebody fills in who books, beside the time and who they are. */
export interface FieldsInput extends CheckedFieldsInput, PlainInput {
  readonly location?: LocationChoice | undefined
}

const CHECKED: ReadonlySet<string> = new Set(CHECKED_NAMES)

// The constant has exactly the names of the fields.
const FIELD_NAMES = Object.keys(FIELD_SOURCES) as readonly (keyof BookingFields)[]

const PLAIN_NAMES = FIELD_NAMES.filter((name): name is PlainName => !CHECKED.has(name))

/** The names of `FieldsInput`. */
export const INPUT_NAMES: readonly (keyof FieldsInput)[] = FIELD_NAMES.filter(
  (name): name is Exclude<keyof BookingFields, 'sealedPrivateAnswers' | 'consents'> =>
    name !== 'sealedPrivateAnswers' && name !== 'consents',
)

/** The booking whose fields are filled in. */
export interface FieldsContext {
  readonly bookingId: string
  /** Absent for a slot that the provider opened, or if the event type asks nothing. */
  readonly eventType?: EventType | undefined
  /** Absent for a hold that gets its booker on confirmation. */
  readonly booker?: Booker | undefined
  /** Its fields so far. */
  readonly before?: BookingFields | undefined
  /** Zones whose countries a phone number without a country code may belong to, the likeliest first. */
  readonly timeZones: readonly string[]
  /** Whether the account books outside the rules, which includes required answers. */
  readonly isOverride?: boolean | undefined
  readonly nowEpochSeconds: number
}

/** The booker and the fields of the booking from now on. */
export interface ReadFields {
  readonly booker?: Booker
  readonly fields: BookingFields
}

const NOTHING_GIVEN: readonly (keyof FieldsInput)[] = ['location', 'answers', 'guests', 'metadata']

/** The fields of a booking, with the given ones that are stored as they are. */
export function withPlain(fields: BookingFields, input: PlainInput): BookingFields {
  if (PLAIN_NAMES.every((name) => input[name] === undefined)) return fields
  const given = PLAIN_NAMES.map((name) => [
    name,
    input[name] === undefined ? fields[name] : (input[name] ?? undefined),
  ])
  return picked({ ...fields, ...Object.fromEntries(given) }, FIELD_NAMES)
}

const plainOf = (fields: BookingFields): BookingFields => picked(fields, PLAIN_NAMES)

/** Some members, without those that are undefined. */
const picked = (fields: BookingFields, names: readonly (keyof BookingFields)[]): BookingFields =>
  Object.fromEntries(
    names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  )

/** Whether an event type has questions or locations for its bookers. */
export const asksBooker = (eventType: EventType | undefined): boolean =>
  eventType?.questions !== undefined || eventType?.locations !== undefined

/**
 * Checks and completes the fields of somebody who books: phone numbers in E.164, one of the locations, answers to
 * the questions, guests and metadata. A hold without a booker is asked nothing yet.
 */
export async function readFields(
  deps: DetailsDependencies,
  about: FieldsContext,
  input: FieldsInput,
): Promise<Result<ReadFields, Refusal>> {
  const { bookingId, eventType, before, booker, isOverride = false } = about
  const timeZones = [
    ...(booker?.timeZone === undefined ? [] : [booker.timeZone]),
    ...about.timeZones,
  ]
  const readPhone = (text: string) => deps.phoneNumbers.toE164(text, timeZones)
  const known =
    booker?.phone === undefined ? ok(booker) : await withPhone(booker, booker.phone, readPhone)
  if (!known.ok) return known
  const isSilent = NOTHING_GIVEN.every((name) => input[name] === undefined)
  const asks = booker !== undefined && asksBooker(eventType)
  const asksDeciding = before === undefined && !isOverride && asksFirst(eventType?.questions)
  const hasGuests = before?.guests !== undefined
  if (isSilent && !asks && !asksDeciding && !hasGuests) {
    return ok({ ...booked(known.value), fields: withPlain(before ?? {}, input) })
  }
  const location = await locationOf(about, input, known.value, readPhone)
  if (!location.ok) return location
  const owner = {
    bookingId,
    questions: eventType?.questions ?? [],
    bookerEmail: known.value?.email,
    before,
    asksRequired: asks && !isOverride,
    asksDeciding,
    readPhone,
    nowEpochSeconds: about.nowEpochSeconds,
  }
  const fields = await checkFields(deps, owner, input)
  if (!fields.ok) return fields
  return ok({
    ...booked(known.value),
    fields: {
      ...plainOf(withPlain(before ?? {}, input)),
      ...fields.value,
      ...(location.value && { location: location.value }),
    },
  })
}

/** The fields of a booking. */
export const fieldsOf = (booking: BookingFields): BookingFields => picked(booking, FIELD_NAMES)

const booked = (booker: Booker | undefined) => (booker === undefined ? {} : { booker })

type ReadPhone = (text: string) => Promise<string | undefined>

/** A booker with their phone number in E.164. */
async function withPhone(
  booker: Booker,
  given: string,
  readPhone: ReadPhone,
): Promise<Result<Booker, Refusal>> {
  const phone = await readPhone(given)
  if (phone === given) return ok(booker)
  return phone === undefined
    ? invalid('/booker/phone', `"${given}" ${INVALID_PHONE}`)
    : ok({ ...booker, phone })
}

async function locationOf(
  { eventType, before, isOverride }: FieldsContext,
  { location }: FieldsInput,
  booker: Booker | undefined,
  readPhone: ReadPhone,
): Promise<Result<BookingLocation | undefined, Refusal>> {
  // Without a booker, or outside the rules, only a given choice is checked.
  if (location === undefined && (booker === undefined || isOverride)) return ok(before?.location)
  return await chooseLocation(eventType, location, booker, { readPhone, before: before?.location })
}
