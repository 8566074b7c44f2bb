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
import { formatInstant, ok, type Result, refuse, type SlotPolicy } from '@holdfast/engine'
import { takeBooking } from '../../identity/limits/public-caps.ts'
import { spendProof } from '../../identity/limits/spent-proof.ts'
import { hasProved } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type Answer, json, jsonText, sharedForASecond } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import { secondsOf } from '../../kernel/http/instants.ts'
import { idParam, publicParams } from '../../kernel/http/paths.ts'
import { PUBLIC_CAPS } from '../../kernel/public-caps.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { createBooking } from '../bookings/create-booking.ts'
import { type BookingTarget, openedSlotOffer } from '../bookings/offer.ts'
import { proveEmail } from '../bookings/prove-email.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { EventType } from '../event-types/event-type.ts'
import type { Provider } from '../providers/provider.ts'
import { dayCapacity } from '../public/day-capacity.ts'
import { textOfName } from '../public/provider-name.ts'
import {
  type EventTypeName,
  type PublicEventType as Found,
  findPublicEventType,
  findPublicEventTypeById,
} from '../public/public-event-type.ts'
import { findProviderByName } from '../public/public-opened-slots.ts'
import { chosenCandidate } from '../requirements/chosen-candidate.ts'
import { listSlots, type SlotsAnswer } from '../slots/slots.ts'
import { type PublicChoice, publicChoices } from '../teams/public-choices.ts'
import { bookerOf, toldOf } from './booker.ts'
import { bookingAnswer, createdBookingAnswer } from './booking-answer.ts'
import { meEndpoint } from './me-route.ts'
import { openedSlotsEndpoint } from './opened-slots-route.ts'
import { publicEventTypeRepresentation } from './public-representations.ts'
import { slotListJson, slotsAnswer } from './slot-routes.ts'
import { slotsWanted } from './slots-query.ts'

const tag = 'Public'
const access = 'public'
const params = publicParams
const path = '/v1/public/{providerSlug}/{eventTypeSlug}'

/** What a body books, and the rules under which it is offered. */
interface Booked {
  readonly provider: Provider
  readonly policy: SlotPolicy
  readonly target: BookingTarget
  /** Absent for a slot that a provider opened. */
  readonly eventType?: EventType
}

/**
 * Finds what a body books: an event type by slugs or by id, or a slot that a provider opened. The schema
 * requires exactly one of them.
 */
async function findBooked(
  deps: Dependencies,
  { eventTypeId, providerSlug = '', eventTypeSlug, accountSlug, start }: PublicBookingInput,
): Promise<Result<Booked, Refusal>> {
  if (eventTypeId === undefined && eventTypeSlug === undefined) {
    const found = await findProviderByName(deps, { providerSlug, accountSlug })
    if (!found.ok) return found
    const { id, accountId } = found.value.provider
    const offer = await openedSlotOffer(deps, accountId, id, secondsOf(start))
    if (!offer.ok) return offer
    const { provider, policy } = offer.value
    return ok({ provider, policy, target: { providerId: id } })
  }
  const found =
    eventTypeId === undefined
      ? await findPublicEventType(deps, {
          accountSlug,
          providerSlug,
          eventTypeSlug: eventTypeSlug ?? '',
        })
      : await findPublicEventTypeById(deps, eventTypeId, accountSlug)
  if (!found.ok) return found
  const { provider, eventType, policy } = found.value
  return ok({ provider, policy, target: { eventTypeId: eventType.id }, eventType })
}

interface Shown extends Found {
  readonly choices: readonly PublicChoice[]
  readonly slots?: SlotsAnswer
}

/** A response with an event type and its slots. The slots are serialized directly from numbers. */
function withSlots(view: object, slots: SlotsAnswer, zone: string): Answer {
  const list = slotListJson(slots, zone, 'booker')
  const next = slots.nextFromEpochMinutes
  const more = next === undefined ? {} : { slotsNextFrom: formatInstant(next, zone) }
  const text = JSON.stringify({ ...view, ...more }).slice(0, -1)
  return sharedForASecond(jsonText(`${text},"slots":${new TextDecoder().decode(list)}}`))
}

/** Endpoints for bookers without an API key. */
export const publicEndpoints = (
  context: HttpContext<BookingDependencies>,
): readonly AnyEndpoint[] => [
  // Ahead of the event type's page, whose path matches it too.
  openedSlotsEndpoint(context),
  meEndpoint(context),
  ...readEndpoints(context),
  bookingEndpoint(context),
  confirmEmailEndpoint(context),
]

function readEndpoints({ deps }: HttpContext<BookingDependencies>): readonly AnyEndpoint[] {
  const findActive = async (name: EventTypeName) => {
    const found = await findPublicEventType(deps, name)
    if (!found.ok) return found
    const isOpen = found.value.eventType.status === 'active' && !found.value.provider.isInactive
    return !isOpen ? notFound('event_type', `${textOfName(name)}/${name.eventTypeSlug}`) : found
  }
  return [
    endpoint({
      method: 'get',
      path,
      operationId: 'getPublicEventType',
      tag,
      summary: 'Read an event type for its booking page',
      description: 'With `from` and `to`, the response includes the bookable slots.',
      access,
      params,
      query: PublicEventTypeQuery,
      answers: { 200: { description: 'The event type.', schema: PublicEventType } },
      problems: ['not_a_candidate', 'account_suspended'],
      perform: async ({ caller, params: slugs, query }) => {
        const { from, to, providerId, accountSlug, ...rest } = query
        const found = await findActive({ ...slugs, accountSlug })
        if (!found.ok) return found
        const { eventType } = found.value
        const shown = { ...found.value, choices: await publicChoices(deps, eventType) }
        if (from === undefined || to === undefined) return ok<Shown>(shown)
        const wanted = slotsWanted({ from, to, ...rest }, false)
        if (!wanted.ok) return wanted
        const chosen = chosenCandidate(providerId, caller)
        const slots = await listSlots(deps, eventType, eventType.id, { ...wanted.value, chosen })
        return slots.ok ? ok<Shown>({ ...shown, slots: slots.value }) : slots
      },
      answer: (found: Shown, { query }) => {
        const view = publicEventTypeRepresentation(found, found.choices)
        return found.slots === undefined
          ? json(view)
          : withSlots(view, found.slots, query.timeZone ?? 'UTC')
      },
    }),
    endpoint({
      method: 'get',
      path: `${path}/slots`,
      operationId: 'listPublicSlots',
      tag,
      summary: 'List bookable slots',
      description:
        'Computed at each request; shared caches may keep the response for a second. A slot can be taken before you book it; then the booking is rejected.',
      access,
      params,
      query: PublicSlotsQuery,
      answers: { 200: { description: 'The slots, in chronological order.', schema: Slots } },
      problems: ['not_a_candidate', 'account_suspended'],
      perform: async ({ caller, params: slugs, query }) => {
        const { accountSlug } = query
        const found = await findPublicEventType(deps, { ...slugs, accountSlug })
        if (!found.ok) return found
        const { eventType } = found.value
        const wanted = slotsWanted(query, false)
        if (!wanted.ok) return wanted
        const chosen = chosenCandidate(query.providerId, caller)
        return listSlots(deps, eventType, eventType.id, { ...wanted.value, chosen })
      },
      answer: (slots, { query }) => sharedForASecond(slotsAnswer(slots, query.timeZone, 'booker')),
    }),
  ]
}

function bookingEndpoint({
  deps,
  proofOfWork,
  settings: { publicCaps: caps = PUBLIC_CAPS, publicGuard: guard },
}: HttpContext<BookingDependencies>): AnyEndpoint {
  return endpoint({
    method: 'post',
    path: '/v1/public/bookings',
    operationId: 'createPublicBooking',
    tag,
    summary: 'Book a slot without an API key',
    description:
      'Books an event type, or with `providerSlug` alone a slot that the provider opened. The `manageToken` in the response gives access to this booking. With the token of a booker who signed in, `hb_…`, and the address of that sign-in in `booker`, the address counts as proved. An Idempotency-Key applies only to retries from the same network address.',
    access,
    acceptsBookerToken: true,
    body: PublicBookingCreate,
    answers: {
      201: { description: 'Confirmed (`instant`).', schema: PublicBookingCreated },
      202: { description: 'Pending (`hold`, `approval`).', schema: PublicBookingCreated },
    },
    problems: [
      'rate_limited',
      'proof_of_work_required',
      'not_found',
      'account_suspended',
      'slot_taken',
      'session_full',
      'session_cancelled',
      'price_changed',
      'limit_reached',
      'slot_not_bookable',
      'event_type_inactive',
      'provider_inactive',
      'provider_is_team',
      'not_a_candidate',
      'calendar_unavailable',
      'payment_unavailable',
    ],
    perform: async ({ caller, body }) => {
      const proof = await spendProof({ deps, proofOfWork, guard }, body.proofOfWork)
      if (!proof.ok) return proof
      const found = await findBooked(deps, body)
      if (!found.ok) return found
      const { provider, policy, target, eventType } = found.value
      const asAccount = { ...caller, accountId: provider.accountId }
      if (caller.booker && caller.booker.accountId !== provider.accountId) {
        return refuse({ code: 'unauthenticated' })
      }
      const booker = body.booker && bookerOf(body.booker)
      const startEpochSeconds = secondsOf(body.start)
      const taken = await takeBooking(
        { deps, caps },
        { ...asAccount, email: booker?.email, proof: proof.value },
        {
          providerId: provider.id,
          seats: body.seats,
          ...dayCapacity(policy, startEpochSeconds, eventType),
        },
      )
      if (!taken.ok) return taken
      return createBooking(deps, asAccount, {
        target,
        startEpochSeconds,
        chosen: chosenCandidate(body.providerId, caller),
        ...(booker && { booker }),
        durationMinutes: body.durationMinutes,
        expectedAmount: body.expectedAmount,
        seats: body.seats,
        told: toldOf(body),
        requiresEmailProof: guard === 'email' && !(booker && hasProved(caller, booker)),
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
    tag,
    summary: 'Confirm a booking by the link in its email',
    description:
      'Proves that the booker owns the email address, and confirms the booking or passes the request on to the provider. Sending the token again changes nothing.',
    access,
    params: idParam('booking'),
    body: EmailProof,
    answers: { 200: { description: 'The booking.', schema: PublicBooking } },
    problems: ['not_found', 'invalid_transition', 'hold_expired', 'slot_taken'],
    perform: ({ caller, params: { id }, body: { token } }) => proveEmail(deps, caller, id, token),
    answer: (booking, { caller }) => bookingAnswer(deps, booking, caller.role),
  })
}
