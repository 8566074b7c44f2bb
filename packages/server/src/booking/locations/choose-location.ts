import { type BookingLocation, type Location, ok, type Result } from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { ReadPhone } from '../questions/answer-value.ts'
import { INVALID_PHONE } from './check-locations.ts'

/** The location that a booking is to have: one of those of its event type, and the place that it needs. */
export interface LocationChoice {
  /** The index of one of the event type's locations. Default: 0. */
  readonly option?: number | undefined
  /** The place, or the number at which the booker is called, if the location needs it. */
  readonly value?: string | undefined
}

/** The details of a booker that a location can need. */
export interface ReachableBooker {
  /** E.164. */
  readonly phone?: string | undefined
}

/** The part of an event type that offers locations. */
export interface LocatedEventType {
  readonly locations?: readonly Location[]
}

/** How a choice is read. */
export interface ChoiceRules {
  readonly readPhone: ReadPhone
  /** The location that the booking has already. */
  readonly before?: BookingLocation | undefined
}

/**
 * Chooses the location of a booking, once its booker is known. Undefined if its event type offers none. A location
 * that was chosen before stays unless there is a new choice. Where the booker is called, their own phone number
 * stands in for one of the choice.
 */
export async function chooseLocation(
  eventType: LocatedEventType | undefined,
  input: LocationChoice | undefined,
  booker: ReachableBooker | undefined,
  { readPhone, before }: ChoiceRules,
): Promise<Result<BookingLocation | undefined, Refusal>> {
  const { locations = [] } = eventType ?? {}
  if (input === undefined && before !== undefined) return ok(before)
  if (locations.length === 0) {
    return input === undefined
      ? ok(undefined)
      : invalid('/location', 'is not possible: the event type offers no locations')
  }
  const { option = 0, value } = input ?? {}
  const location = locations[option]
  if (location === undefined) {
    const last = locations.length - 1
    const message = `must be the index of a location of the event type, from 0 to ${last}`
    return invalid('/location/option', message)
  }
  return completed(location, value, booker, readPhone)
}

/** A location with the value that it needs. */
async function completed(
  location: Location,
  value: string | undefined,
  booker: ReachableBooker | undefined,
  readPhone: ReadPhone,
): Promise<Result<BookingLocation, Refusal>> {
  const { kind } = location
  if (kind === 'ask_booker') {
    return value === undefined
      ? invalid('/location/value', 'is required: send the place')
      : ok({ ...location, address: value })
  }
  if (kind === 'phone' && location.phone === undefined) {
    if (value === undefined) {
      return booker?.phone === undefined
        ? invalid('/booker/phone', 'is required: the booker is called at this number')
        : ok({ ...location, phone: booker.phone })
    }
    const phone = await readPhone(value)
    return phone === undefined
      ? invalid('/location/value', INVALID_PHONE)
      : ok({ ...location, phone })
  }
  return value === undefined
    ? ok(location)
    : invalid('/location/value', 'is not possible: the location needs no value')
}
