import {
  type Assignment,
  type Booking,
  type CandidateRule,
  type ClassSession,
  invariant,
  ok,
  type Priced,
  type Result,
  refuse,
  sessionTime,
} from '@holdfast/engine'
import { type Caller, hasProved, provedStanding } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { formatWrite } from '../../kernel/format.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { Decision } from '../decision.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { countsBookers, mustBeKnown } from '../limits/claimed-limits.ts'
import { type CountedElsewhere, countedElsewhere } from '../limits/counted-elsewhere.ts'
import type { Provider } from '../providers/provider.ts'
import {
  type ChosenCandidate,
  checkOwnProvider,
  chosenByAnswers,
  withChosen,
} from '../requirements/chosen-candidate.ts'
import { chosenProviders } from '../requirements/team.ts'
import { checkParty, checkSeatsPerBooking } from '../seats/party.ts'
import type { TeamClaim } from '../teams/assign-team.ts'
import type { TeamEventType } from '../teams/load-team.ts'
import { loadTeam } from '../teams/load-team.ts'
import { prepareTeam } from '../teams/prepare-team.ts'
import { checkExpected, priceOfEventType, ruleOfAssigned } from '../teams/price-rows.ts'
import { nightsIn, type UnitClaim } from '../units/unit-claim.ts'
import { canBePaid, type HowPaid, mayOwe, withItsPayment } from './begin-payment.ts'
import { type BookingInput, checkBarred, checkBooker } from './booking-input.ts'
import { checkJoin } from './check-join.ts'
import { checkOverride } from './check-override.ts'
import { checkStart } from './check-start.ts'
import { sessionAt } from './join-session.ts'
import { withLimits } from './limit-decisions.ts'
import { type Details, newBooking } from './new-booking.ts'
import { eventTypeOffer, type Offer, offerAt, openedSlotOffer } from './offer.ts'
import { offerOfAccount } from './offer-of-account.ts'
import { type ReadFields, readFields } from './read-fields.ts'
import { reportConflict } from './report-conflict.ts'
import { type StayOffer, stayOffer } from './stay-offer.ts'
import { checkProvable, whoBooks } from './who-books.ts'

/** A new booking whose start the rules allow. Only its claims are left to decide. */
export interface PreparedBooking {
  readonly id: string
  readonly manageToken: string
  readonly offer: Offer
  /** The candidates to claim. Absent: the booking takes its provider alone, or one of the units. */
  readonly team?: TeamClaim
  /** The units of which a stay takes one. */
  readonly units?: UnitClaim
  /** What its person has booked with other addresses. Undefined: nothing depends on it. */
  readonly elsewhere?: CountedElsewhere | undefined
  /** The decision about the booking; of a team, with those who were chosen. */
  readonly decide: (assignments?: readonly Assignment[]) => Decision
  /** Whether it raises the format of the store, because a part of its price is paid later. */
  readonly raisesFormat: boolean
}

/**
 * Prepares a booking: the rules and the provider's calendars are checked here, under the same rules as the
 * lists. Whether the time is free is left to the commit.
 */
export async function prepareBooking(
  deps: BookingDependencies,
  caller: Omit<Caller, 'idempotency'>,
  wanted: BookingInput,
): Promise<Result<PreparedBooking, Refusal>> {
  const checked = checkBooker(wanted.booker)
  if (!checked.ok) return checked
  const allowed = checkBarred(caller, wanted)
  if (!allowed.ok) return allowed
  const found = await offerOf(deps, caller, wanted)
  if (!found.ok) return found
  const ofAccount = offerOfAccount(deps, caller, wanted, found)
  const ruled = ofAccount instanceof Promise ? await ofAccount : ofAccount
  if (!ruled.ok) return ruled
  const offer = ruled.value
  const known = inputFor(caller, wanted, offer)
  if (!known.ok) return known
  const input = known.value
  if (input.booker === undefined && offer.confirmation !== 'hold') {
    return invalid('/booker', '`booker` is required: only a hold can be taken without one.')
  }
  const { eventType, schedules } = offer
  const party = checkParty('/seats', eventType, input.seats)
  if (!party.ok) return party
  const isBounded = input.isOverride !== true && input.offerTo === undefined
  const fits = isBounded
    ? checkSeatsPerBooking('/seats', eventType, party.value, caller.role)
    : party
  if (!fits.ok) return fits
  const mustPay = eventType?.payment ?? eventType?.securityDeposit
  if (mustPay && !(await canBePaid(deps, caller))) {
    return refuse({ code: 'payment_unavailable' })
  }
  const identity = newIdentity(deps, caller, input)
  const given = await fieldsIn(deps, input, offer, identity.id)
  if (!given.ok) return given
  const format = mayOwe(eventType, input) ? await formatWrite(deps.store) : undefined
  const requirements = eventType?.requirements
  const session = eventType?.seats && (await sessionAt(deps, eventType.id, input.startEpochSeconds))
  const way =
    'nights' in offer
      ? ok(staying(deps, offer))
      : session
        ? await joining(deps, input, offer, session)
        : eventType !== undefined && requirements !== undefined && schedules !== undefined
          ? await asTeam(
              deps,
              caller,
              input,
              { ...offer, eventType, requirements, schedules },
              identity.id,
            )
          : await alone(deps, input, offer)
  if (!way.ok) {
    reportConflict(deps, way.refusal, offer, input.startEpochSeconds)
    return way
  }
  const { booker, isOverride } = input
  const isCounted = !isOverride && eventType !== undefined && countsBookers(eventType)
  const elsewhere = isCounted
    ? await countedElsewhere(deps, { ...identity, accountId: caller.accountId, booker }, eventType)
    : undefined
  const details = { ...identity, given: given.value, format, elsewhere }
  return ok(preparedBy(deps, input, offer, details, way.value))
}

/** What is booked: a stay from the check-in on; whoever an answer leads to; and a stranger has to prove the address where it matters who somebody is. */
function inputFor(
  caller: Pick<Caller, 'role' | 'booker'>,
  wanted: BookingInput,
  offer: Offer | StayOffer,
): Result<BookingInput, Refusal> {
  const { ledToProviderId } = offer
  const led = ledToProviderId && chosenByAnswers(wanted.chosen, ledToProviderId, '/providerId')
  if (led && !led.ok) return led
  const timed =
    'nights' in offer ? { ...wanted, startEpochSeconds: offer.startEpochSeconds } : wanted
  const input = led ? { ...timed, chosen: led.value } : timed
  const isStranger =
    mustBeKnown(offer.eventType) &&
    caller.role !== 'account' &&
    provedStanding(caller, wanted.booker) === undefined
  if (!isStranger) return ok(input)
  const provable = checkProvable(wanted.booker)
  return provable.ok ? ok({ ...input, requiresEmailProof: true }) : provable
}

/** How a new booking takes its time, once its start was found possible. */
interface Way {
  /** The epoch second of the decision. Absent: when it is decided with those who were chosen. */
  readonly now?: number
  /** The candidates to claim. */
  readonly team?: TeamClaim
  readonly units?: UnitClaim
  /** What is particular about it, and whose limits count. */
  readonly taking: (assignments: readonly Assignment[]) => {
    readonly members?: Partial<Booking>
    readonly limited: readonly Provider[]
    /** The rule of the candidate whose duration and price count. */
    readonly rule?: CandidateRule | undefined
  }
  /** Whether the session that it joins must still be live. */
  readonly mustBeLive?: true
}

/** What all ways have in common: the booking, its payment, its seats and its limits. */
function preparedBy(
  deps: BookingDependencies,
  input: BookingInput,
  offer: Offer,
  details: Details & Pick<HowPaid, 'format'> & Pick<PreparedBooking, 'elsewhere'>,
  { now, team, units, taking, mustBeLive }: Way,
): PreparedBooking {
  const { id, manageToken, format, elsewhere } = details
  const decide = (assignments: readonly Assignment[] = []) => {
    const { members, limited, rule } = taking(assignments)
    const at = now ?? epochSeconds(deps.clock)
    const { eventType, provider: owner } = offer
    const price = eventType?.payment && priceOfEventType(eventType, pricedBy(offer, input, rule))
    const bare = newBooking(deps, { ...details, offer, input, price, now: at })
    const booking = members ? { ...bare, ...members } : bare
    const decision = withItsPayment(deps, booking, eventType, {
      price,
      together: input.paidTogether,
      format,
    })
    const { seating } = decision
    const seated =
      mustBeLive && seating ? { ...decision, seating: { ...seating, mustBeLive } } : decision
    const { isOverride } = input
    const subjects = { eventType, owner, providers: limited }
    return withLimits(deps, seated, subjects, { isOverride, elsewhere })
  }
  const raisesFormat = format !== undefined
  const taken = { ...(team && { team }), ...(units && { units }) }
  return { id, manageToken, offer, ...taken, elsewhere, decide, raisesFormat }
}

/** What a booking is priced by. */
const pricedBy = (
  { policy: { durationMinutes, timeZone } }: Offer,
  { startEpochSeconds, seats }: BookingInput,
  candidate?: CandidateRule,
): Priced => {
  const startEpochMinutes = Math.floor(startEpochSeconds / 60)
  return { startEpochMinutes, durationMinutes, timeZone, seats, candidate }
}

/** The fields that the booker fills in. Somebody on the wait list was not asked the questions: what they require is then left open. */
async function fieldsIn(
  deps: BookingDependencies,
  { booker, isOverride = false, offerTo, fields = {} }: BookingInput,
  { eventType, provider }: Offer,
  bookingId: string,
): Promise<Result<ReadFields, Refusal>> {
  const nowEpochSeconds = epochSeconds(deps.clock)
  const about = { bookingId, eventType, booker, timeZones: [provider.timeZone], nowEpochSeconds }
  const read = await readFields(deps, { ...about, isOverride }, fields)
  return read.ok || offerTo === undefined
    ? read
    : await readFields(deps, { ...about, isOverride: true }, fields)
}

async function offerOf(
  deps: BookingDependencies,
  caller: Pick<Caller, 'role' | 'accountId' | 'booker'>,
  input: BookingInput,
): Promise<Result<Offer | StayOffer, Refusal>> {
  const { accountId } = caller
  const { target, stay, startEpochSeconds, isOverride, durationMinutes, chosen, expectedAmount } =
    input
  if (!('eventTypeId' in target)) {
    return await openedSlotOffer(deps, accountId, target.providerId, startEpochSeconds)
  }
  const { eventTypeId } = target
  if (stay) {
    const mustExpect = caller.role === 'public'
    const asked = { ...stay, isOverride, expectedAmount, mustExpect, chosen }
    return await stayOffer(deps, accountId, eventTypeId, asked)
  }
  const who = isOverride ? undefined : () => whoBooks(deps, caller, input)
  const given = input.fields?.answers
  const answers = given && { given, from: 'booking' as const }
  const wanted = { isOverride, durationMinutes, chosen, who, answers }
  const offer = await eventTypeOffer(deps, accountId, eventTypeId, wanted)
  if (!offer.ok) return offer
  const there = offerAt(offer.value, startEpochSeconds)
  return there === offer.value ? offer : ok(there)
}

/** A booking of nights of one of some units. */
function staying(deps: BookingDependencies, { nights, quote, units }: StayOffer): Way {
  const taking = ([assigned]: readonly Assignment[]) => {
    const unit = units.units.find(({ id }) => id === assigned?.providerId)
    invariant(assigned && unit, 'a stay takes no unit')
    const members = {
      stay: nightsIn(units, unit, nights),
      ...(quote && { quote }),
      providerId: unit.id,
      assignments: [assigned],
    }
    return { members, limited: [] }
  }
  return { now: epochSeconds(deps.clock), units, taking }
}

/** A booking that takes one provider. */
async function alone(
  deps: BookingDependencies,
  input: BookingInput,
  offer: Offer,
): Promise<Result<Way, Refusal>> {
  const { provider, eventType } = offer
  const { chosen, startEpochSeconds, isOverride, expectedAmount } = input
  if (expectedAmount !== undefined) {
    const expected = checkExpected(eventType, expectedAmount, pricedBy(offer, input))
    if (!expected.ok) return expected
  }
  const own = checkOwnProvider(chosen, provider.id)
  if (!own.ok) return own
  const allowed = isOverride
    ? checkOverride(deps, offer, startEpochSeconds)
    : await checkStart(deps, { ...offer, startEpochSeconds })
  if (!allowed.ok) return allowed
  return ok({ now: allowed.value, taking: () => ({ limited: [provider] }) })
}

/** Whether an event type has the provider whom a caller chose, and lets them choose; whoever begins a session is asked the same. */
async function checkChosen(
  deps: BookingDependencies,
  { eventType, provider, schedules }: Offer,
  chosen: ChosenCandidate | undefined,
): Promise<Result<unknown, Refusal>> {
  if (chosen === undefined) return ok(undefined)
  const requirements = eventType?.requirements
  if (eventType === undefined || requirements === undefined || schedules === undefined) {
    return checkOwnProvider(chosen, provider.id)
  }
  const known = { eventType, provider, requirements, schedules }
  const { team } = await loadTeam(deps, known, { consistent: true })
  return withChosen(team, chosen)
}

/** A booking that joins a session, with the time and the providers of that session, which claims their limits. */
async function joining(
  deps: BookingDependencies,
  input: BookingInput,
  offer: Offer,
  session: ClassSession,
): Promise<Result<Way, Refusal>> {
  const chosen = await checkChosen(deps, offer, input.chosen)
  if (!chosen.ok) return chosen
  if (input.expectedAmount !== undefined) {
    const priced = pricedBy(offer, input)
    const expected = checkExpected(offer.eventType, input.expectedAmount, priced)
    if (!expected.ok) return expected
  }
  const allowed = await checkJoin(deps, { ...input, offer, session })
  if (!allowed.ok) return allowed
  const members = sessionTime(session)
  return ok({ now: allowed.value, mustBeLive: true, taking: () => ({ members, limited: [] }) })
}

/** A booking of an event type with requirements: checks the grid. */
async function asTeam(
  deps: BookingDependencies,
  caller: Pick<Caller, 'providerIds' | 'role'>,
  { startEpochSeconds, isOverride = false, chosen, expectedAmount, offerTo }: BookingInput,
  offer: Offer & TeamEventType,
  bookingId: string,
): Promise<Result<Way, Refusal>> {
  const allowed = isOverride ? checkOverride(deps, offer, startEpochSeconds) : ok(undefined)
  if (!allowed.ok) return allowed
  const { policy, provider, eventType, usualMinutes } = offer
  const { durationMinutes } = eventType
  const { timeZone } = policy
  const hasRows = eventType.candidateRules !== undefined || expectedAmount !== undefined
  const row = hasRows ? { usualMinutes, durationMinutes, timeZone, expectedAmount } : undefined
  const start = { startEpochSeconds, isOverride, chosen, caller, row }
  const prepared = await prepareTeam(deps, offer, start)
  if (!prepared.ok) return prepared
  const takesFreed = isOverride || offerTo !== undefined
  const named = caller.role === 'account' && chosen ? [chosen.providerId] : undefined
  const rules = { eventType, policy, isOverride, takesFreed, named }
  const team = { ...prepared.value, ...rules, startEpochSeconds, bookingId }
  const taking = (assignments: readonly Assignment[]) => ({
    members: { providerId: assignments[0]?.providerId ?? provider.id, assignments },
    limited: chosenProviders(team.team, assignments),
    rule: ruleOfAssigned(team.team, eventType, assignments),
  })
  return ok({ team, taking })
}

/** The mark of the address that a caller proved by signing in. */
const markOfSignIn = (
  { secrets }: Pick<BookingDependencies, 'secrets'>,
  { booker }: Pick<Caller, 'booker'>,
): string | undefined => booker && secrets.personMarks(booker.accountId, booker.email)[0]

/** What a new booking has of its own. */
function newIdentity(
  deps: BookingDependencies,
  caller: Pick<Caller, 'role' | 'actor' | 'booker'>,
  input: BookingInput,
) {
  const id = deps.ids.next('booking', deps.clock.nowEpochMilliseconds())
  const { booker } = input
  const isUnproven = caller.role !== 'account' && booker !== undefined && !hasProved(caller, booker)
  const signInMark = booker === undefined ? markOfSignIn(deps, caller) : undefined
  const manageToken = deps.secrets.manageToken(id)
  return { id, actor: caller.actor, manageToken, isUnproven, signInMark }
}
