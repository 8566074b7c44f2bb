import { bookingIdOfStay, ok, type Result } from '@holdfast/engine'
import { answerAfterWork } from '../../kernel/answer-after-work.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Listed, Page } from '../../kernel/paging.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { only } from '../../ledger/alternatives.ts'
import { MAX_STAY_NIGHTS } from '../../ledger/longest-stay.ts'
import { personWrites } from '../bookings/book-person.ts'
import { commitBookings } from '../bookings/commit-booking.ts'
import { abortEventTypeDeletion } from '../bookings/event-type-deletion.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { CalendarStay, ListedStay } from '../ports/unit-calendars.ts'
import { isUnit, type Unit } from '../providers/provider.ts'
import { abortPendingDeletion } from '../providers/provider-deletion.ts'
import { getProvider } from '../providers/read-providers.ts'
import type { LoadedStayType } from '../units/load-stay-type.ts'
import { adoptedBooking } from './adopted-booking.ts'
import { typeOfUnit } from './type-of-unit.ts'

/** Why a stay stays one of its calendar: the file of its channel decides about it, or it is longer than a booking can be. */
export type NotAdopted = 'of_channel' | 'too_many_nights'

/** What became of a stay, or would become of it. */
export interface AdoptedStay {
  readonly stay: Pick<CalendarStay, 'id' | 'title' | 'arrivalDay' | 'departureDay'>
  /** The booking that takes its place. Absent: none does. */
  readonly booking?: { readonly id: string; readonly eventTypeId: string }
  /** Set if no booking takes its place. */
  readonly reason?: NotAdopted
}

/** Which stays are adopted. */
export interface AdoptionInput {
  /** Default: the only one that has the unit. */
  readonly eventTypeId?: string | undefined
  /** Whether nothing is changed. */
  readonly isDryRun?: boolean | undefined
  readonly page: Page
}

/**
 * Turns the stays of a unit's calendar that are not over into confirmed bookings, a page at a time by arrival. Each is one transaction:
 * its nights stay taken, and a call that was interrupted can be repeated. Stays of channels remain.
 */
export const adoptStays = (
  deps: BookingDependencies,
  caller: Caller<Listed<AdoptedStay>>,
  unitId: string,
  input: AdoptionInput,
): Promise<Result<Listed<AdoptedStay>, Refusal>> =>
  answerAfterWork(deps, caller, async () => {
    const { idempotency: _, ...changer } = caller
    return await adoptPage(deps, changer, unitId, input)
  })

async function adoptPage(
  deps: BookingDependencies,
  caller: Caller,
  unitId: string,
  { eventTypeId, isDryRun = false, page }: AdoptionInput,
): Promise<Result<Listed<AdoptedStay>, Refusal>> {
  const unit = await getProvider(deps, caller, unitId)
  if (!unit.ok) return unit
  if (!isUnit(unit.value)) {
    return invalid('/path/id', 'must be the id of a unit: a provider whose `kind` is "unit"')
  }
  const type = await typeOfUnit(deps, caller, unit.value, eventTypeId)
  if (!type.ok) return type
  const listed = await deps.unitCalendars.listStays(deps, unit.value.unit.calendarId, page)
  if (!listed.ok) return listed
  const data: AdoptedStay[] = []
  const place = { loaded: type.value, unit: unit.value }
  if (!isDryRun && !(await isThere(deps, place))) {
    return invalid('/eventTypeId', 'names an event type that was deleted, or its unit was')
  }
  // One after the other: most of them share months.
  for (const { stay, isOfChannel } of listed.value.data) {
    const reason = reasonAgainst({ stay, isOfChannel })
    if (reason) data.push({ stay, reason })
    else if (isDryRun) data.push({ stay, booking: bookingOf(place, stay) })
    else {
      const adopted = await adopt(deps, caller, place, stay)
      if (adopted) data.push(adopted)
    }
  }
  return ok({ ...listed.value, data })
}

interface Place {
  readonly loaded: LoadedStayType
  readonly unit: Unit
}

const bookingOf = ({ loaded }: Place, { id }: Pick<CalendarStay, 'id'>) => ({
  id: bookingIdOfStay(id),
  eventTypeId: loaded.eventType.id,
})

/** Whether the unit and the event type still exist. Deletions of them that are being decided are aborted. */
const isThere = async (deps: BookingDependencies, { loaded, unit }: Place): Promise<boolean> =>
  (await abortPendingDeletion(deps, unit)) && (await abortEventTypeDeletion(deps, loaded.eventType))

function reasonAgainst({ stay, isOfChannel }: ListedStay): NotAdopted | undefined {
  if (isOfChannel) return 'of_channel'
  return stay.departureDay - stay.arrivalDay > MAX_STAY_NIGHTS ? 'too_many_nights' : undefined
}

/** Adopts one stay, as it is by then. Undefined: it was deleted, or adopted by another call. */
const adopt = (
  deps: BookingDependencies,
  caller: Caller,
  place: Place,
  listed: CalendarStay,
): Promise<AdoptedStay | undefined> =>
  retryOnConflict(`stay ${listed.id}`, async (round) => {
    const { loaded, unit } = place
    const stay =
      round === 0
        ? listed
        : await deps.unitCalendars.readStay(deps, unit.unit.calendarId, listed.id)
    if (stay === undefined) return undefined
    const reason = reasonAgainst({ stay, isOfChannel: false })
    if (reason) return { stay, reason }
    const decision = adoptedBooking(deps, caller, loaded, unit, stay)
    const { booking } = decision
    const isNewContact = booking.booker?.contactId !== undefined
    const person = await personWrites(deps, { isNewContact })
    const committed = await commitBookings(
      deps,
      caller,
      only({
        changes: [{ before: undefined, decision, takesOver: stay.item }],
        value: booking,
        further: () => [...stay.remove(), ...person(booking)],
      }),
    )
    if (committed.kind === 'stale') return CONFLICT
    if (committed.kind === 'done') return { stay, booking: bookingOf(place, stay) }
    throw new Error(`the nights of stay ${stay.id} cannot be taken over`)
  })
