import {
  type BookingLocation,
  type Location,
  type LocationKind,
  ok,
  type Result,
  refuse,
} from '@holdfast/engine'
import type { InputError, Refusal } from '../../kernel/refusals.ts'
import type { ReadPhone } from '../questions/answer-value.ts'

/** A location as input. */
export interface LocationInput {
  readonly kind: LocationKind
  readonly address?: string | undefined
  readonly phone?: string | undefined
  readonly url?: string | undefined
  readonly label?: string | undefined
}

/** The members of a location that say where it is. */
type Place = 'address' | 'phone' | 'url'

const PLACES = ['address', 'phone', 'url'] as const satisfies readonly Place[]

/** Which of these members a kind of location has, and whether it needs it. */
interface KindRule {
  readonly place?: Place
  readonly isRequired?: boolean
}

const OFFERED: Readonly<Record<LocationKind, KindRule>> = {
  in_person: { place: 'address', isRequired: true },
  phone: { place: 'phone' },
  link: { place: 'url', isRequired: true },
  google_meet: {},
  teams: {},
  ask_booker: {},
}

// The location of a booking is settled, so it says which place the booker named.
const SETTLED: Readonly<Record<LocationKind, KindRule>> = {
  ...OFFERED,
  phone: { place: 'phone', isRequired: true },
  ask_booker: { place: 'address', isRequired: true },
}

/** What a kind needs, for messages. */
const NEEDED: Readonly<Record<Place, string>> = {
  address: 'the place, such as "Seestraße 1, 8002 Zürich"',
  phone: 'the phone number with + and country code, such as +41443334455',
  url: 'the link, such as https://example.com/room',
}

/**
 * Checks the locations of an event type: each has the members that its kind needs and no others, and phone numbers
 * are valid. Answers their stored form; undefined if there are none. Pointers begin at the body.
 */
export async function checkLocations(
  inputs: readonly LocationInput[] | undefined,
  readPhone: ReadPhone,
): Promise<Result<readonly Location[] | undefined, Refusal>> {
  if (inputs === undefined || inputs.length === 0) return ok(undefined)
  const errors: InputError[] = []
  const locations: Location[] = []
  for (const [index, input] of inputs.entries()) {
    const checked = await checkOne(input, OFFERED[input.kind], `/locations/${index}`, readPhone)
    errors.push(...checked.errors)
    locations.push(checked.location)
  }
  return errors.length === 0 ? ok(locations) : refuse({ code: 'validation_failed', errors })
}

/**
 * Checks the location that an account gives a booking. It is complete: a place that the booker would name, or a
 * number at which they are called, is given here. The link of a conference cannot be: the calendar creates it.
 */
export async function checkBookingLocation(
  input: LocationInput,
  readPhone: ReadPhone,
): Promise<Result<BookingLocation, Refusal>> {
  const { errors, location } = await checkOne(input, SETTLED[input.kind], '/location', readPhone)
  return errors.length === 0 ? ok(location) : refuse({ code: 'validation_failed', errors })
}

interface Checked {
  readonly errors: readonly InputError[]
  readonly location: Location
}

/** Checks one location; answers its stored form, which counts only without errors. */
async function checkOne(
  input: LocationInput,
  { place, isRequired = false }: KindRule,
  pointer: string,
  readPhone: ReadPhone,
): Promise<Checked> {
  const errors: InputError[] = []
  for (const member of PLACES) {
    const value = input[member]
    if (value !== undefined && member !== place) {
      const message = `is not possible for \`${input.kind}\`; ${instead(place)}`
      errors.push({ pointer: `${pointer}/${member}`, message })
    } else if (value === undefined && member === place && isRequired) {
      const message = `is required for \`${input.kind}\`: send ${NEEDED[member]}`
      errors.push({ pointer: `${pointer}/${member}`, message })
    }
  }
  const phone = input.phone === undefined ? undefined : await readPhone(input.phone)
  if (place === 'phone' && input.phone !== undefined && phone === undefined) {
    errors.push({ pointer: `${pointer}/phone`, message: INVALID_PHONE })
  }
  return { errors, location: storedLocation(input, phone) }
}

/** Says which phone numbers are accepted. */
export const INVALID_PHONE =
  'must be a valid phone number, best with + and country code, such as +41443334455'

const instead = (place: Place | undefined): string =>
  place === undefined ? 'leave it out' : `send \`${place}\``

function storedLocation(
  { kind, address, url, label }: LocationInput,
  phone: string | undefined,
): Location {
  return {
    kind,
    ...(address !== undefined && { address }),
    ...(phone !== undefined && { phone }),
    ...(url !== undefined && { url }),
    ...(label !== undefined && { label }),
  }
}
