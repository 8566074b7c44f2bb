import {
  type Actor,
  type Assignment,
  awaitsPayment,
  type Booker,
  type Booking,
  createBooking as decideCreation,
  invariant,
  isTimeZone,
  ok,
  paymentHoldSeconds,
  type Result,
  refuse,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { EventType } from '../event-types/event-type.ts'
import type { DecisionWithPayment } from '../ports/payments.ts'
import { type ChosenCandidate, checkOwnProvider } from '../requirements/chosen-candidate.ts'
import { claimTeam } from '../teams/assign-team.ts'
import type { TeamEventType } from '../teams/load-team.ts'
import { prepareTeam } from '../teams/prepare-team.ts'
import { checkOverride } from './check-override.ts'
import { checkStart } from './check-start.ts'
import { commitBooking } from './commit-booking.ts'
import {
  type BookingTarget,
  eventTypeOffer,
  type Offer,
  openedSlotOffer,
  wallTimeOf,
} from './offer.ts'
import { reportConflict } from './report-conflict.ts'
import { asksBooker, readTold, type Told, type ToldInput } from './told.ts'

/** The start to book, and the booker. */
export interface BookingInput {
  readonly target: BookingTarget
  readonly startEpochSeconds: number
  /** Absent: a hold that gets its booker when it is confirmed. Only holds allow this. */
  readonly booker?: Booker
  readonly note?: string | undefined
  /** One of the candidates of the event type, who must be part of the booking. */
  readonly chosen?: ChosenCandidate | undefined
  /** One of the durations of the event type. Default: the first. */
  readonly durationMinutes?: number | undefined
  /** What the booker tells beside who they are. Default: nothing. */
  readonly told?: ToldInput
  /** Whether the account books outside the rules. Default: false. */
  readonly isOverride?: boolean
  /** Whether the booking stands only once its booker has proved to own the email address. Default: false. */
  readonly requiresEmailProof?: boolean
}

/** The least time to follow the link in an email. */
const EMAIL_PROOF_MINUTES = 15

/** A new booking and its manage token, which is shown once. */
export interface CreatedBooking {
  readonly booking: Booking
  readonly manageToken: string
}

/**
 * Books a slot: held, waiting for approval, or confirmed at once, as the event type says. The rules and
 * the provider's calendars are checked here, under the same rules as the lists. The ledger decides
 * inside the transaction whether the time is free.
 */
export async function createBooking(
  deps: BookingDependencies,
  caller: Caller<CreatedBooking>,
  input: BookingInput,
): Promise<Result<CreatedBooking, Refusal>> {
  const checked = checkBooker(input.booker)
  if (!checked.ok) return checked
  const offer =
    'eventTypeId' in input.target
      ? await eventTypeOffer(deps, caller.accountId, input.target.eventTypeId, input)
      : await openedSlotOffer(
          deps,
          caller.accountId,
          input.target.providerId,
          input.startEpochSeconds,
        )
  if (!offer.ok) return offer
  if (input.booker === undefined && offer.value.confirmation !== 'hold') {
    return invalid('/booker', '`booker` is required: only a hold can be taken without one.')
  }
  const { startEpochSeconds } = input
  const { eventType, schedules } = offer.value
  if (!(await canBePaid(deps, caller, eventType))) return refuse({ code: 'payment_unavailable' })
  const identity = newIdentity(deps, caller, input)
  const told = await readTold(
    deps,
    {
      bookingId: identity.id,
      eventType,
      booker: input.booker,
      timeZones: [offer.value.provider.timeZone],
      isOverride: input.isOverride,
    },
    input.told ?? {},
  )
  if (!told.ok) return told
  const details = { ...identity, told: told.value }
  if (eventType?.requirements !== undefined && schedules !== undefined) {
    const { requirements } = eventType
    const team = { ...offer.value, eventType, requirements, schedules }
    return await createTeamBooking(deps, caller, input, { offer: team, details })
  }
  const own = checkOwnProvider(input.chosen, offer.value.provider.id)
  if (!own.ok) return own
  const allowed = input.isOverride
    ? checkOverride(deps, offer.value, startEpochSeconds)
    : await checkStart(deps, { ...offer.value, startEpochSeconds })
  if (!allowed.ok) {
    reportConflict(deps, allowed.refusal, offer.value, startEpochSeconds)
    return allowed
  }
  const now = allowed.value
  const bare = newBooking(deps, { ...details, offer: offer.value, input, now })
  const decision = withItsPayment(deps, bare, eventType)
  const created = { booking: decision.booking, manageToken: identity.manageToken }
  const committed = await commitBooking(deps, caller, undefined, decision, created)
  if (committed.kind === 'done') return ok(created)
  if (committed.kind === 'refused') {
    reportConflict(deps, committed.refusal, offer.value, startEpochSeconds)
    return refuse(committed.refusal)
  }
  throw new Error('a new booking has the id of an existing one')
}

/** What a new booking has of its own. */
function newIdentity(
  deps: BookingDependencies,
  caller: Caller<CreatedBooking>,
  input: BookingInput,
) {
  const id = deps.ids.next('booking', deps.clock.nowEpochMilliseconds())
  const isUnproven = caller.role !== 'account' && input.booker !== undefined
  return { id, actor: caller.actor, manageToken: deps.secrets.manageToken(id), isUnproven }
}

/**
 * Books an event type with requirements: checks the grid, then claims the best combination of candidates
 * that is free, in one transaction.
 */
async function createTeamBooking(
  deps: BookingDependencies,
  caller: Caller<CreatedBooking>,
  input: BookingInput,
  { offer, details }: { readonly offer: Offer & TeamEventType; readonly details: Details },
): Promise<Result<CreatedBooking, Refusal>> {
  const { startEpochSeconds, isOverride = false, chosen } = input
  const refused = (refusal: Refusal) => {
    reportConflict(deps, refusal, offer, startEpochSeconds)
    return refuse(refusal)
  }
  const allowed = isOverride ? checkOverride(deps, offer, startEpochSeconds) : ok(undefined)
  if (!allowed.ok) return refused(allowed.refusal)
  const start = { startEpochSeconds, isOverride, chosen }
  const prepared = await prepareTeam(deps, offer, start)
  if (!prepared.ok) return refused(prepared.refusal)
  const { id: bookingId, manageToken } = details
  const { policy } = offer
  const claim = { ...prepared.value, policy, startEpochSeconds, bookingId, isOverride }
  let created: CreatedBooking | undefined
  const claimed = await claimTeam(deps, claim, (assignments) => {
    const now = epochSeconds(deps.clock)
    const base = newBooking(deps, { ...details, offer, input, now })
    const { providerId } = assignments[0] as Assignment
    const bare = { ...base, providerId, assignments }
    const decision = withItsPayment(deps, bare, offer.eventType)
    created = { booking: decision.booking, manageToken }
    return commitBooking(deps, caller, undefined, decision, created)
  })
  if (claimed === 'stale') throw new Error('a new booking has the id of an existing one')
  if (!claimed.ok) return refused(claimed.refusal)
  invariant(created !== undefined, 'a team was claimed without an attempt')
  return ok(created)
}

/** Whether bookers can pay for an event type. An account books what has a price also without a vendor. */
const canBePaid = async (
  deps: BookingDependencies,
  { role, accountId }: Pick<Caller, 'role' | 'accountId'>,
  eventType: EventType | undefined,
): Promise<boolean> =>
  eventType?.payment === undefined ||
  role === 'account' ||
  deps.payments === undefined ||
  (await deps.payments.canTakePayments(deps, accountId))

/** The decision about a new booking, with its payment if its event type has a price. */
function withItsPayment(
  deps: BookingDependencies,
  booking: Booking,
  eventType: EventType | undefined,
): DecisionWithPayment {
  const begun = eventType?.payment && deps.payments?.begin(deps, booking, eventType)
  if (!begun) return decideCreation(booking)
  const asksForPayment = awaitsPayment(begun.booking)
  return { ...decideCreation(begun.booking), asksForPayment, payment: begun.payment }
}

/** Refuses a booker with an unknown time zone. */
export function checkBooker(booker: Booker | undefined): Result<undefined, Refusal> {
  const timeZone = booker?.timeZone
  return timeZone === undefined || isTimeZone(timeZone)
    ? ok(undefined)
    : invalid('/booker/timeZone', `"${timeZone}" is not an IANA time zone`)
}

/** What a new booking has of its own, and what its booker tells. */
interface Details {
  readonly id: string
  readonly actor: Actor
  readonly isUnproven: boolean
  readonly manageToken: string
  readonly told: Told
}

interface Agreed extends Details {
  readonly offer: Offer
  readonly input: BookingInput
  readonly now: number
}

function newBooking(
  deps: BookingDependencies,
  { id, actor, offer, input, isUnproven, manageToken, told, now }: Agreed,
): Booking {
  const { policy, confirmation } = offer
  const { requiresEmailProof = false } = input
  const emailUnconfirmed = requiresEmailProof && input.booker !== undefined
  const isConfirmed = confirmation === 'instant' && !emailUnconfirmed && !offer.eventType?.payment
  const pendingUntil = requiresEmailProof
    ? now + Math.max(offer.holdMinutes, EMAIL_PROOF_MINUTES) * 60
    : holdExpiry(offer, input.startEpochSeconds, now)
  return {
    id,
    accountId: offer.provider.accountId,
    providerId: offer.provider.id,
    ...(offer.eventType === undefined ? {} : { eventTypeId: offer.eventType.id }),
    version: 1,
    actor,
    status: isConfirmed ? 'confirmed' : 'pending',
    confirmation,
    startEpochSeconds: input.startEpochSeconds,
    endEpochSeconds: input.startEpochSeconds + policy.durationMinutes * 60,
    policy: {
      durationMinutes: policy.durationMinutes,
      bufferBeforeMinutes: policy.bufferBeforeMinutes,
      bufferAfterMinutes: policy.bufferAfterMinutes,
    },
    timeZone: policy.timeZone,
    localStart: wallTimeOf(input.startEpochSeconds, policy.timeZone),
    tzdbVersion: deps.tzdbVersion,
    ...(isConfirmed
      ? { confirmedAtEpochSeconds: now }
      : { holdExpiresAtEpochSeconds: pendingUntil }),
    ...rulesOfBooker(offer.eventType, told.booker === undefined),
    ...told.carried,
    ...(told.booker === undefined ? {} : { booker: told.booker }),
    ...(isUnproven && { isUnproven }),
    ...(emailUnconfirmed && { emailUnconfirmed }),
    ...(input.isOverride && { isOverride: true }),
    ...(input.note === undefined ? {} : { note: input.note }),
    sequence: 0,
    manageTokenHash: deps.secrets.hash(manageToken),
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
}

/** What a booking keeps of the rules of its event type for its booker. */
function rulesOfBooker(
  eventType: EventType | undefined,
  isWithoutBooker: boolean,
): Pick<Booking, 'bookerRules' | 'redirectUrl' | 'asksBooker'> {
  const { policy, redirectUrl } = eventType ?? {}
  const { reapproveOnReschedule: _, ...bookerRules } = policy ?? {}
  return {
    ...(Object.keys(bookerRules).length > 0 && { bookerRules }),
    ...(redirectUrl !== undefined && { redirectUrl }),
    ...(isWithoutBooker && asksBooker(eventType) && { asksBooker: true }),
  }
}

/**
 * When a pending booking lapses. A hold that is to be paid lasts as long as the payment may take. An approval may
 * take longer than a hold, but not beyond the start; the provider has at least 60 s.
 */
export function holdExpiry(
  offer: Pick<Offer, 'confirmation' | 'holdMinutes' | 'approvalMinutes'> & {
    readonly eventType?: Pick<EventType, 'payment'> | undefined
  },
  startEpochSeconds: number,
  now: number,
): number {
  const { payment } = offer.eventType ?? {}
  if (payment && offer.confirmation !== 'approval') {
    return now + paymentHoldSeconds(payment.payWithinMinutes)
  }
  if (offer.confirmation !== 'approval') return now + offer.holdMinutes * 60
  return Math.min(now + offer.approvalMinutes * 60, Math.max(startEpochSeconds, now + 60))
}
