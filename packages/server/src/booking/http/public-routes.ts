import {
  EmailProof,
  PublicBooking,
  PublicBookingCreate,
  PublicBookingCreated,
  type PublicBookingCreate as PublicBookingInput,
  PublicEventType,
  PublicEventTypeQuery,
  PublicSlotsQuery,
  Slots,
} from '@holdfast/contracts'
import { formatInstant, ok, type Result } from '@holdfast/engine'
import { mustProveEmail, PUBLIC_CAPS } from '../../identity/limits/cap-sizes.ts'
import { takeBooking } from '../../identity/limits/public-caps.ts'
import { spendProof } from '../../identity/limits/spent-proof.ts'
import { type Caller, checkSignInAccount } from '../../kernel/caller.ts'
import { type Answer, json, jsonText, sharedForASecond } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { idParam, publicParams } from '../../kernel/http/paths.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { createBooking } from '../bookings/create-booking.ts'
import { type BookingTarget, openedSlotOffer } from '../bookings/offer.ts'
import { typedBooker } from '../bookings/typed-booker.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { type Asker, forPerson } from '../event-types/for-person.ts'
import { proveEmail } from '../groups/prove-email.ts'
import type { Provider } from '../providers/provider.ts'
import { arrivalCapacity, dayCapacity } from '../public/day-capacity.ts'
import {
  type EventTypeName,
  findPublicEventType,
  findPublicPage,
  findPublicStayType,
  noneNamed,
  type PublicPage,
  publicNameOf,
} from '../public/public-event-type.ts'
import { type PublicLead, publicLeads } from '../public/public-leads.ts'
import { findProviderByName } from '../public/public-opened-slots.ts'
import { chosenCandidate } from '../requirements/chosen-candidate.ts'
import { type ListedSequences, listPublicSequences } from '../sequences/list-sequences.ts'
import { listSlots, type SlotsAnswer } from '../slots/slots.ts'
import { type PublicChoice, publicChoices } from '../teams/public-choices.ts'
import { bookerOf, fieldsInputOf } from './booker.ts'
import { bookingAnswer, createdBookingAnswer } from './booking-answer.ts'
import { BOOK_PROBLEMS } from './booking-problems.ts'
import { meEndpoint } from './me-route.ts'
import { openedSlotsEndpoint } from './opened-slots-route.ts'
import { publicNightsEndpoint } from './public-nights-route.ts'
import { publicEventTypeRepresentation } from './public-representations.ts'
import { publicQuotesEndpoint } from './quote-route.ts'
import { slotListJson, slotsAnswer } from './slot-routes.ts'
import { slotsWanted } from './slots-query.ts'
import { staySearchEndpoint } from './stay-search-route.ts'
import { visitRepresentation } from './visit-representation.ts'
import { whenOf } from './when.ts'

const endpoint = endpointOf('Public')
const access = 'public'
const params = publicParams
const path = '/v1/public/{providerSlug}/{eventTypeSlug}'

/** What a body books, and what a caller without a key takes of that day. */
interface Booked {
  readonly provider: Provider
  readonly target: BookingTarget
  readonly takes: { readonly date: string; readonly dayCapacity: number }
}

async function findBooked(
  deps: BookingDependencies,
  body: PublicBookingInput,
  { stay, startEpochSeconds }: ReturnType<typeof whenOf>,
): Promise<Result<Booked, Refusal>> {
  const { eventTypeId, providerSlug = '', eventTypeSlug, accountSlug } = body
  if (stay) {
    const found = await findPublicStayType(deps, publicNameOf(body), '/arrival')
    if (!found.ok) return found
    const { provider, eventType, units } = found.value
    const takes = arrivalCapacity(units, stay)
    return ok({ provider, target: { eventTypeId: eventType.id }, takes })
  }
  if (eventTypeId === undefined && eventTypeSlug === undefined) {
    const found = await findProviderByName(deps, { providerSlug, accountSlug })
    if (!found.ok) return found
    const { id, accountId } = found.value.provider
    const offer = await openedSlotOffer(deps, accountId, id, startEpochSeconds)
    if (!offer.ok) return offer
    const { provider, policy } = offer.value
    const takes = dayCapacity(policy, startEpochSeconds)
    return ok({ provider, target: { providerId: id }, takes })
  }
  const found = await findPublicEventType(deps, publicNameOf(body))
  if (!found.ok) return found
  const { provider, eventType, policy } = found.value
  const takes = dayCapacity(policy, startEpochSeconds, eventType)
  return ok({ provider, target: { eventTypeId: eventType.id }, takes })
}

interface Shown extends PublicPage {
  readonly choices: readonly PublicChoice[]
  readonly leads: readonly PublicLead[]
  readonly slots?: SlotsAnswer
  /** Instead of `slots`, if services are added. */
  readonly visits?: ListedSequences
}

/** How visits are listed whose first service is that of the page. */
const OF_ADDED = { pointer: '/query/add', limit: 500 } as const

/** Visits as slots of the page. */
const visitSlots = ({ data, nextFromEpochMinutes: next }: ListedSequences, zone: string) => ({
  slots: data.map((visit) => ({ ...visitRepresentation(visit, zone, 'booker'), available: true })),
  ...(next !== undefined && { slotsNextFrom: formatInstant(next, zone) }),
})

/** A response with an event type and its slots. The slots are serialized directly from numbers. */
function withSlots(view: object, slots: SlotsAnswer, zone: string): Answer {
  const list = slotListJson(slots, zone, 'booker')
  const next = slots.nextFromEpochMinutes
  const more = next === undefined ? {} : { slotsNextFrom: formatInstant(next, zone) }
  const text = JSON.stringify({ ...view, ...more }).slice(0, -1)
  return jsonText(`${text},"slots":${new TextDecoder().decode(list)}}`)
}

/** Whose rules for kinds of customers count: those of a booker who signed in, or of strangers. */
const askerOf = ({ booker }: Pick<Caller, 'booker'>): Asker => booker ?? 'stranger'

/** Slots for anybody are the same for all. Those for somebody who signed in are theirs. */
const shared = ({ booker }: Pick<Caller, 'booker'>, answer: Answer): Answer =>
  booker ? answer : sharedForASecond(answer)

/** Endpoints for bookers without an API key. */
export const publicEndpoints = (
  context: HttpContext<BookingDependencies>,
): readonly AnyEndpoint[] => [
  // Ahead of the event type's page, whose path matches it too.
  openedSlotsEndpoint(context),
  publicNightsEndpoint(context),
  publicQuotesEndpoint(context),
  staySearchEndpoint(context),
  meEndpoint(context),
  pageEndpoint(context),
  slotsEndpoint(context),
  bookingEndpoint(context),
  confirmEmailEndpoint(context),
]

function pageEndpoint({ deps }: HttpContext<BookingDependencies>): AnyEndpoint {
  const findActive = async (name: EventTypeName) => {
    const found = await findPublicPage(deps, name)
    if (!found.ok) return found
    const isOpen = found.value.eventType.status === 'active' && !found.value.provider.isInactive
    return isOpen ? found : noneNamed(name)
  }
  return endpoint({
    method: 'get',
    path,
    operationId: 'getPublicEventType',
    summary: 'Read an event type for its booking page',
    description:
      'With `from` and `to`, the response includes the bookable slots. An event type of nights has none: list its nights.',
    access,
    acceptsBookerToken: true,
    params,
    query: PublicEventTypeQuery,
    answers: { 200: { description: 'The event type.', schema: PublicEventType } },
    problems: ['not_a_candidate', 'account_suspended', 'booker_not_allowed'],
    perform: async ({ caller, params: slugs, query }) => {
      const { from, to, providerId, accountSlug, add, ...rest } = query
      const found = await findActive({ ...slugs, accountSlug })
      if (!found.ok) return found
      const { eventType } = found.value
      const own = checkSignInAccount(caller, eventType.accountId)
      if (!own.ok) return own
      const who = askerOf(caller)
      const shown = {
        ...found.value,
        // The price is that of whoever asks. Who may not book at all is refused with the slots.
        eventType: forPerson(eventType, who) ?? eventType,
        choices: await publicChoices(deps, eventType, found.value.units),
        leads: await publicLeads(deps, eventType, found.value.account),
      }
      if (from === undefined || to === undefined || eventType.stay) return ok<Shown>(shown)
      const wanted = slotsWanted({ from, to, ...rest }, false)
      if (!wanted.ok) return wanted
      const chosen = chosenCandidate(providerId, caller)
      const asked = { ...wanted.value, chosen, who }
      if (add) {
        const eventTypeIds = [eventType.id, ...add]
        const timeZone = query.timeZone ?? found.value.provider.timeZone
        const wish = { ...asked, ...OF_ADDED, eventTypeIds, timeZone, accountSlug }
        const visits = await listPublicSequences(deps, wish)
        return visits.ok ? ok<Shown>({ ...shown, visits: visits.value }) : visits
      }
      const slots = await listSlots(deps, eventType, eventType.id, asked)
      return slots.ok ? ok<Shown>({ ...shown, slots: slots.value }) : slots
    },
    answer: (found: Shown, { query, caller }) => {
      const view = publicEventTypeRepresentation(found, found.choices, found.leads)
      const zone = query.timeZone ?? 'UTC'
      if (found.visits) return shared(caller, json({ ...view, ...visitSlots(found.visits, zone) }))
      return found.slots === undefined
        ? json(view)
        : shared(caller, withSlots(view, found.slots, zone))
    },
  })
}

const slotsEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpoint({
    method: 'get',
    path: `${path}/slots`,
    operationId: 'listPublicSlots',
    summary: 'List bookable slots',
    description:
      'Computed at each request; shared caches may keep the response for a second. A slot can be taken before you book it; then the booking is rejected.',
    access,
    acceptsBookerToken: true,
    params,
    query: PublicSlotsQuery,
    answers: { 200: { description: 'The slots, in chronological order.', schema: Slots } },
    problems: ['not_a_candidate', 'account_suspended', 'booker_not_allowed'],
    perform: async ({ caller, params: slugs, query }) => {
      const { accountSlug } = query
      const found = await findPublicEventType(deps, { ...slugs, accountSlug })
      if (!found.ok) return found
      const { eventType } = found.value
      const own = checkSignInAccount(caller, eventType.accountId)
      if (!own.ok) return own
      const wanted = slotsWanted(query, false)
      if (!wanted.ok) return wanted
      const chosen = chosenCandidate(query.providerId, caller)
      const who = askerOf(caller)
      return listSlots(deps, eventType, eventType.id, { ...wanted.value, chosen, who })
    },
    answer: (slots, { query, caller }) =>
      shared(caller, slotsAnswer(slots, query.timeZone, 'booker')),
  })

function bookingEndpoint({
  deps,
  proofOfWork,
  settings: { publicCaps: caps = PUBLIC_CAPS, publicGuard: guard },
}: HttpContext<BookingDependencies>): AnyEndpoint {
  return endpoint({
    method: 'post',
    path: '/v1/public/bookings',
    operationId: 'createPublicBooking',
    summary: 'Book a slot without an API key',
    description:
      'Books an event type, or with `providerSlug` alone a slot that the provider opened. The `manageToken` in the response gives access to this booking. With the token of a booker who signed in, `hb_…`, and the address of that sign-in in `booker`, the address counts as proved, and no proof of work is needed. An Idempotency-Key applies only to retries from the same network address, or with the same sign-in.',
    access,
    acceptsBookerToken: true,
    body: PublicBookingCreate,
    answers: {
      201: { description: 'Confirmed (`instant`).', schema: PublicBookingCreated },
      202: { description: 'Pending (`hold`, `approval`).', schema: PublicBookingCreated },
    },
    problems: [
      ...BOOK_PROBLEMS,
      'rate_limited',
      'proof_of_work_required',
      'account_suspended',
      'payment_unavailable',
    ],
    perform: async ({ caller, body }) => {
      const proof = await spendProof({ deps, proofOfWork, guard }, caller, body.proofOfWork)
      if (!proof.ok) return proof
      const when = whenOf(body)
      const found = await findBooked(deps, body, when)
      if (!found.ok) return found
      const { provider, takes, target } = found.value
      const asAccount = { ...caller, accountId: provider.accountId }
      const own = checkSignInAccount(caller, provider.accountId)
      if (!own.ok) return own
      const typed = await typedBooker(deps, {
        accountId: provider.accountId,
        booker: body.booker && bookerOf(body.booker),
        timeZone: provider.timeZone,
        guard,
      })
      if (!typed.ok) return typed
      const booker = typed.value
      const taken = await takeBooking(
        { deps, caps },
        { ...asAccount, email: booker?.email, phone: booker?.phone, proof: proof.value },
        {
          providerId: provider.id,
          seats: body.seats,
          ...takes,
        },
      )
      if (!taken.ok) return taken
      return createBooking(deps, asAccount, {
        target,
        ...when,
        chosen: chosenCandidate(body.unitId ?? body.providerId, caller),
        ...(booker && { booker }),
        durationMinutes: body.durationMinutes,
        expectedAmount: body.expectedAmount,
        seats: body.seats,
        fields: fieldsInputOf(body),
        requiresEmailProof: mustProveEmail(guard, caller, booker),
      })
    },
    answer: (booked, { caller }) => createdBookingAnswer(deps, booked, caller.role),
  })
}

function confirmEmailEndpoint({ deps }: HttpContext<BookingDependencies>): AnyEndpoint {
  return endpoint({
    method: 'post',
    path: '/v1/bookings/{id}/confirm-email',
    operationId: 'confirmBookingEmail',
    summary: 'Confirm a booking by the link in its email',
    description:
      'Proves that the booker owns the email address, and confirms the booking or passes the request on to the provider. Sending the token again changes nothing.',
    access,
    params: idParam('booking'),
    body: EmailProof,
    answers: { 200: { description: 'The booking.', schema: PublicBooking } },
    problems: [
      'not_found',
      'invalid_transition',
      'hold_expired',
      'slot_taken',
      'booker_not_allowed',
    ],
    perform: ({ caller, params: { id }, body: { token } }) => proveEmail(deps, caller, id, token),
    answer: (booking, { caller }) => bookingAnswer(deps, booking, caller.role),
  })
}
