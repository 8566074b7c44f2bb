import {
  type Booker,
  type Booking,
  updateBooking as decideUpdate,
  ok,
  type Result,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { manageTokenSubject } from '../../kernel/manage-tokens.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { eventTypeEntity } from '../event-types/event-type.ts'
import { eventTypeKey } from '../keys.ts'
import { checkBookingLocation, type LocationInput } from '../locations/check-locations.ts'
import { checkBooker } from './booking-input.ts'
import { changeBooking } from './change-booking.ts'
import { followBooker } from './follow-booker.ts'
import { withLocalPhone } from './local-phone.ts'
import {
  type FieldsInput,
  fieldsOf,
  type ReadFields,
  readFields,
  withPlain,
} from './read-fields.ts'

/** New details of a booking: absent members stay, `null` removes an optional one. */
export interface BookingChange extends Omit<FieldsInput, 'location'> {
  readonly booker?: BookerChange | undefined
  /** A whole location. */
  readonly location?: LocationInput | null | undefined
}

/** New details of a booker. A hold without a booker needs `name` and `email`. */
export interface BookerChange {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly id?: string | null | undefined
  readonly timeZone?: string | null | undefined
  readonly locale?: string | null | undefined
  readonly phone?: string | null | undefined
}

/**
 * Changes the booker and the fields of a booking. A booker with another address gets a new
 * manage token, and the old one ends; a limit per booker counts the new one.
 */
export const updateBooking = (
  deps: BookingDependencies,
  caller: Caller<Booking>,
  bookingId: string,
  change: BookingChange,
): Promise<Result<Booking, Refusal>> =>
  changeBooking(deps, caller, bookingId, async (before, now) => {
    const booker = changedBooker(before.booker, change.booker)
    if (!booker.ok) return booker
    const checked = checkBooker(booker.value)
    if (!checked.ok) return checked
    const named =
      change.booker?.phone == null ? booker.value : await withLocalPhone(deps, caller, booker.value)
    const given = await changedDetails(deps, before, now, named, change)
    if (!given.ok) return given
    const isNewAddress = before.booker !== undefined && booker.value?.email !== before.booker.email
    const { id, manageTokenGeneration = 0 } = before
    const subject = manageTokenSubject({ id, manageTokenGeneration: manageTokenGeneration + 1 })
    const decision = decideUpdate(
      before,
      {
        booker: given.value.booker,
        fields: given.value.fields,
        ...(isNewAddress && {
          newTokenHash: deps.secrets.hash(deps.secrets.manageToken(subject)),
        }),
      },
      now,
    )
    return decision.ok ? ok(await followBooker(deps, before, decision.value)) : decision
  })

/** The booker and the fields of a booking after a change. What does not change stays the same object. */
async function changedDetails(
  deps: BookingDependencies,
  before: Booking,
  nowEpochSeconds: number,
  booker: Booker | undefined,
  { location, booker: newBooker, ...input }: BookingChange,
): Promise<Result<ReadFields, Refusal>> {
  const { id: bookingId, eventTypeId } = before
  const timeZones = [before.timeZone]
  const readPhone = (text: string) => deps.phoneNumbers.toE164(text, timeZones)
  const place = location && (await checkBookingLocation(location, readPhone))
  if (place?.ok === false) return place
  const eventType =
    input.answers !== undefined && eventTypeId !== undefined
      ? await eventTypeEntity.read(deps.store, eventTypeKey(eventTypeId))
      : undefined
  const kept = fieldsOf(before)
  const isSilent = [input.answers, input.guests, input.metadata].every(
    (given) => given === undefined,
  )
  // A new address must not be that of a guest.
  const mayClash = newBooker?.phone != null || (newBooker?.email && before.guests !== undefined)
  const read =
    isSilent && !mayClash
      ? ok({ ...(booker && { booker }), fields: withPlain(kept, input) })
      : await readFields(
          deps,
          {
            bookingId,
            eventType,
            booker,
            before: kept,
            timeZones,
            isOverride: true,
            nowEpochSeconds,
          },
          input,
        )
  if (!read.ok || location === undefined) return read
  const { location: _, ...fields } = read.value.fields
  const changed = place ? { ...fields, location: place.value } : fields
  return ok({ ...read.value, fields: changed })
}

function changedBooker(
  before: Booker | undefined,
  change: BookerChange | undefined,
): Result<Booker | undefined, Refusal> {
  if (change === undefined) return ok(before)
  const { name = before?.name, email = before?.email } = change
  if (name === undefined || (email === undefined && before === undefined)) {
    return invalid('/booker', '`name` and `email` are required: this hold has no booker yet.')
  }
  const kept = <Value>(given: Value | null | undefined, old: Value | undefined) =>
    given === undefined ? old : (given ?? undefined)
  const id = kept(change.id, before?.id)
  const timeZone = kept(change.timeZone, before?.timeZone)
  const locale = kept(change.locale, before?.locale)
  const phone = kept(change.phone, before?.phone)
  return ok({
    name,
    ...(email !== undefined && { email }),
    ...(email === undefined && before?.contactId && { contactId: before.contactId }),
    ...(id !== undefined && { id }),
    ...(timeZone !== undefined && { timeZone }),
    ...(locale !== undefined && { locale }),
    ...(phone !== undefined && { phone }),
  })
}
