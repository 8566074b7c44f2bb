import { HoldfastError } from '@holdfast/client'
import { api, type Booking, unwrap } from '../api.ts'
import { leavingIn, providerIdsOf } from '../bookings/candidates.ts'
import { joinedNames, sendReassignment } from '../bookings/reassigning.ts'
import { type Appointment, partiesOf } from '../calendar/appointments.ts'
import { sendClassChange } from '../classes/class-queries.ts'
import { readBooking } from '../queries.ts'

/** What to do with a booking or a class. `toId` undefined: the best free candidate takes over. */
export type Decision =
  | { readonly kind: 'leave' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'reassign'; readonly toId?: string | undefined }

export const LEAVE: Decision = { kind: 'leave' }

/** How a decision ended for a booking or a class. */
export type Outcome =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'reassigned'; readonly to: string }
  | { readonly kind: 'moved'; readonly start: string }
  | { readonly kind: 'failed'; readonly error: unknown; readonly toId?: string | undefined }

/** The id by which decisions and outcomes of an appointment are kept: that of its first booking. */
export const idOf = (appointment: Appointment): string => partiesOf(appointment)[0].id

/** Decisions about the bookings and classes of providers who are away. */
export interface Plan {
  readonly awayIds: ReadonlySet<string>
  readonly appointments: readonly Appointment[]
  readonly decisionOf: (appointment: Appointment) => Decision
  /** Why bookings are cancelled; may be empty. */
  readonly reason: string
}

/** The most bookings of one bulk call. */
const BULK = 100

type Action = { action: 'cancel'; reason?: string } | { action: 'reassign'; from: string }

type OnOutcome = (id: string, outcome: Outcome) => void

/** Performs an action on bookings in as few calls as possible. */
async function inBulk(
  bookings: readonly Booking[],
  action: Action,
  succeeded: (booking: Booking) => Promise<Outcome> | Outcome,
  onOutcome: OnOutcome,
): Promise<void> {
  for (let index = 0; index < bookings.length; index += BULK) {
    const part = bookings.slice(index, index + BULK)
    const body = { ...action, bookingIds: part.map(({ id }) => id) }
    try {
      const { data } = await unwrap(api.POST('/v1/bookings/bulk', { body }))
      const problemOf = new Map(data.map(({ bookingId, problem }) => [bookingId, problem]))
      for (const booking of part) {
        const problem = problemOf.get(booking.id)
        const failed = problem && ({ kind: 'failed', error: new HoldfastError(problem) } as const)
        onOutcome(booking.id, failed ?? (await succeeded(booking)))
      }
    } catch (error) {
      for (const { id } of part) onOutcome(id, { kind: 'failed', error })
    }
  }
}

/** Says who takes a booking over, which the answer of a bulk call does not. */
async function reassigned(before: Booking): Promise<Outcome> {
  const after = await readBooking(before.id).catch(() => undefined)
  return { kind: 'reassigned', to: after ? joinedNames(before, after).join(', ') : '' }
}

type Class = Extract<Appointment, { readonly kind: 'class' }>

/** Cancels or reassigns a whole class. */
async function changeClass(
  { bookings: [first] }: Class,
  decision: Decision,
  { awayIds, reason }: Plan,
): Promise<Outcome> {
  const { eventTypeId, start } = first
  const send = (change: Parameters<typeof sendClassChange>[2]) =>
    sendClassChange(eventTypeId ?? '', start, change)
  if (decision.kind === 'cancel') {
    await send({ kind: 'cancel', reason: reason.trim() })
    return { kind: 'cancelled' }
  }
  const to = decision.kind === 'reassign' ? decision.toId : undefined
  const after = await send({ kind: 'reassign', from: leavingIn(first, awayIds), to })
  return { kind: 'reassigned', to: joinedNames(first, after).join(', ') }
}

/**
 * Sends decisions: cancellations first, since they free time; then those that name a provider, one by one;
 * then those for the best candidate. A class is changed as a whole. Reports each appointment; never rejects.
 */
export async function carryOut(plan: Plan, onOutcome: OnOutcome): Promise<void> {
  const { awayIds, appointments, decisionOf, reason } = plan
  const decided = appointments.map((each) => [each, decisionOf(each)] as const)
  const those = (fits: (decision: Decision) => boolean) =>
    decided.filter(([, decision]) => fits(decision))
  const alone = (some: typeof decided) =>
    some.flatMap(([each]) => (each.kind === 'booking' ? [each.booking] : []))
  const changeClasses = async (some: typeof decided) => {
    for (const [each, decision] of some) {
      if (each.kind !== 'class') continue
      const failed = (error: unknown): Outcome => ({
        kind: 'failed',
        error,
        toId: decision.kind === 'reassign' ? decision.toId : undefined,
      })
      onOutcome(idOf(each), await changeClass(each, decision, plan).catch(failed))
    }
  }
  const words = reason.trim()
  const cancel: Action = { action: 'cancel', ...(words !== '' && { reason: words }) }
  const cancelled = those(({ kind }) => kind === 'cancel')
  await inBulk(alone(cancelled), cancel, () => ({ kind: 'cancelled' }), onOutcome)
  await changeClasses(cancelled)
  for (const one of those((each) => each.kind === 'reassign' && each.toId !== undefined)) {
    const [appointment, decision] = one
    if (appointment.kind === 'class') await changeClasses([one])
    else if (decision.kind === 'reassign') {
      await giveTo(appointment.booking, awayIds, decision.toId, onOutcome)
    }
  }
  const toBest = those((each) => each.kind === 'reassign' && each.toId === undefined)
  await changeClasses(toBest)
  const byLeaving = Map.groupBy(alone(toBest), (booking) => fromOf(booking, awayIds))
  for (const [from, given] of byLeaving) {
    await inBulk(given, { action: 'reassign', from }, reassigned, onOutcome)
  }
}

/** Who gives a booking away. Where nobody of it is away, the server refuses its first provider. */
const fromOf = (booking: Booking, awayIds: ReadonlySet<string>): string =>
  leavingIn(booking, awayIds) ?? providerIdsOf(booking)[0] ?? ''

async function giveTo(
  booking: Booking,
  awayIds: ReadonlySet<string>,
  toId: string | undefined,
  onOutcome: OnOutcome,
): Promise<void> {
  try {
    const after = await sendReassignment(booking, { fromId: fromOf(booking, awayIds), toId })
    onOutcome(booking.id, { kind: 'reassigned', to: joinedNames(booking, after).join(', ') })
  } catch (error) {
    onOutcome(booking.id, { kind: 'failed', error, toId })
  }
}
