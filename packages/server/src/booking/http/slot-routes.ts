import {
  ExplainQuery,
  MoveSlotsQuery,
  SlotExplanation,
  Slots,
  SlotsQuery,
} from '@holdfast/contracts'
import { formatInstant, ok, slotsToJson } from '@holdfast/engine'
import { type Answer, json, jsonText } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { secondsOf } from '../../kernel/http/instants.ts'
import { idParam } from '../../kernel/http/paths.ts'
import type { Audience } from '../../kernel/http/refusal-problem.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { chosenCandidate } from '../requirements/chosen-candidate.ts'
import { explainEventTypeSlot } from '../slots/explain-slot.ts'
import { type KeptSlot, listKeptSlots } from '../slots/kept-slots.ts'
import { listMoveSlots } from '../slots/move-slots.ts'
import { listSlots, type SlotsAnswer } from '../slots/slots.ts'
import { slotReason } from './slot-reason.ts'
import { answersOf, slotsWanted } from './slots-query.ts'

const endpoint = endpointOf('Slots')
const access = 'account'
const params = idParam('eventType')

const BEFORE = new TextEncoder().encode('{"data":')
const encoder = new TextEncoder()

/** Slots, and what the account can book beside them, if it was asked for. */
interface Listed extends SlotsAnswer {
  readonly kept?: readonly KeptSlot[]
}

/** The end of a response with slots: with the times that only the account can book, and the start of the next call, if this one is full. */
const closing = ({ kept, nextFromEpochMinutes }: Listed, zone: string): Uint8Array =>
  encoder.encode(
    [
      kept && `,"kept":${JSON.stringify(kept.map((slot) => keptRepresentation(slot, zone)))}`,
      nextFromEpochMinutes !== undefined &&
        `,"nextFrom":${JSON.stringify(formatInstant(nextFromEpochMinutes, zone))}`,
      '}',
    ]
      .filter(Boolean)
      .join(''),
  )

const keptRepresentation = (
  { startEpochMinutes, endEpochMinutes, ...slot }: KeptSlot,
  zone: string,
) => ({
  start: formatInstant(startEpochMinutes, zone),
  end: formatInstant(endEpochMinutes, zone),
  ...slot,
})

/** What each slot of a list has beside its times, if all have the same. */
const tailOf = ({ prices }: SlotsAnswer): string =>
  typeof prices?.amounts === 'number'
    ? `,"price":{"amount":${prices.amounts},"currency":"${prices.currency}"}`
    : ''

/**
 * The list of slots as JSON. Only event types with seats or several days, or with rules for candidates and prices, have an object for each
 * slot.
 */
export function slotListJson(slots: SlotsAnswer, zone: string, audience: Audience): Uint8Array {
  const { starts, available, sessions, rows, prices, ends = sessions?.ends } = slots
  const amounts = prices?.amounts
  if (ends === undefined && rows === undefined && typeof amounts !== 'object') {
    return slotsToJson(starts, slots.durationMinutes, zone, available, tailOf(slots))
  }
  const amountAt = (index: number) => (typeof amounts === 'object' ? amounts[index] : amounts)
  const showsSeats = audience === 'account' || sessions?.showRemaining
  const list = starts.map((start, index) => {
    const row = rows?.[index]
    const end = ends?.[index] ?? start + (row ?? slots).durationMinutes
    const amount = amountAt(index)
    const showsPeople = row !== undefined && (audience === 'account' || row.mayChoose)
    return {
      start: formatInstant(start, zone),
      end: formatInstant(end, zone),
      available: available?.[index] ?? true,
      ...(prices && amount !== undefined && { price: { amount, currency: prices.currency } }),
      ...(showsPeople && { providerIds: row.providerIds }),
      ...(sessions && showsSeats && { seatsLeft: sessions.seatsLeft[index] as number }),
    }
  })
  return encoder.encode(JSON.stringify(list))
}

/** The body of a response with bookable slots. */
interface SlotsBody {
  readonly durationMinutes: number
  readonly zone: string
  /** What each slot has beside its times. */
  readonly tail: string
  readonly bytes: Uint8Array
}

/** The last body with each list of starts. `recentSlots` returns the same list while it is the same. */
const bodies = new WeakMap<readonly number[], SlotsBody>()

function bodyOf(slots: Listed, zone: string, audience: Audience): Uint8Array {
  const { starts, durationMinutes, available, sessions, nextFromEpochMinutes } = slots
  const { rows, prices, ends } = slots
  const isPlain =
    !available &&
    !ends &&
    !sessions &&
    !rows &&
    !slots.kept &&
    typeof prices?.amounts !== 'object' &&
    nextFromEpochMinutes === undefined
  const tail = tailOf(slots)
  const known = isPlain ? bodies.get(starts) : undefined
  const isSame =
    known?.durationMinutes === durationMinutes && known.zone === zone && known.tail === tail
  if (isSame) return known.bytes
  const list = slotListJson(slots, zone, audience)
  const after = closing(slots, zone)
  const bytes = new Uint8Array(BEFORE.length + list.length + after.length)
  bytes.set(BEFORE)
  bytes.set(list, BEFORE.length)
  bytes.set(after, BEFORE.length + list.length)
  if (isPlain) bodies.set(starts, { durationMinutes, zone, tail, bytes })
  return bytes
}

/**
 * A response with slots. They are serialized directly from numbers, because creating an object per slot would
 * cost several times as much as computing the slots.
 */
export const slotsAnswer = (
  slots: Listed,
  timeZone: string | undefined,
  audience: Audience,
): Answer => jsonText(bodyOf(slots, timeZone ?? 'UTC', audience))

/** Endpoints for the slots of an event type, which are computed and never stored. */
export const slotEndpoints = ({
  deps,
}: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: '/v1/event-types/{id}/slots',
    operationId: 'listSlots',
    summary: 'List the slots of an event type',
    description:
      'Computed from the rules and the taken times, which on DynamoDB may be a second old; a booking checks them again. At most 62 days and 20,000 slots; `nextFrom` continues a longer list.',
    access,
    params,
    query: SlotsQuery,
    answers: { 200: { description: 'The slots, in chronological order.', schema: Slots } },
    problems: ['not_a_candidate'],
    perform: async ({ caller, params: { id }, query }) => {
      const wanted = slotsWanted(query, query.include === 'unavailable')
      if (!wanted.ok) return wanted
      const chosen = chosenCandidate(query.providerId, caller)
      const asked = { ...wanted.value, chosen }
      const slots = await listSlots(deps, caller, id, asked)
      if (!slots.ok || query.include !== 'kept') return slots
      const kept = await listKeptSlots(deps, caller, id, asked, slots.value)
      return kept.ok ? ok<Listed>({ ...slots.value, kept: kept.value }) : kept
    },
    answer: (slots: Listed, { query }) => slotsAnswer(slots, query.timeZone, 'account'),
  }),
  moveSlotsEndpoint(deps),
  endpoint({
    method: 'get',
    path: '/v1/event-types/{id}/slots/explain',
    operationId: 'explainSlot',
    summary: 'Explain whether a start is bookable',
    description: 'For questions such as why a time is not offered. Includes the compared values.',
    access,
    params,
    query: ExplainQuery,
    answers: { 200: { description: 'Every rule that the start breaks.', schema: SlotExplanation } },
    perform: ({ caller, params: { id }, query }) =>
      explainEventTypeSlot(deps, caller, id, secondsOf(query.start), {
        ...query,
        answers: answersOf(query.answer),
      }),
    answer: ({ available, reasons }) =>
      json({ available, reasons: reasons.map((reason) => ({ ...slotReason(reason) })) }),
  }),
]

const moveSlotsEndpoint = (deps: BookingDependencies): AnyEndpoint =>
  endpoint({
    method: 'get',
    path: '/v1/bookings/{id}/slots',
    operationId: 'listMoveSlots',
    summary: 'List the slots to which a booking can move',
    description:
      "With the booking's answers, seats and agreed duration. Its own time counts as free, so a slot may overlap it. A slot is not a promise: the move checks it again. For a booking of an event type; one of hours that a provider opened moves to another opened slot, and a stay to other nights.",
    access: 'account-or-booker',
    params: idParam('booking'),
    query: MoveSlotsQuery,
    answers: { 200: { description: 'The slots, in chronological order.', schema: Slots } },
    problems: ['not_a_candidate', 'booker_not_allowed'],
    perform: async ({ caller, params: { id }, query }) => {
      const wanted = slotsWanted(query, false)
      if (!wanted.ok) return wanted
      const chosen = chosenCandidate(query.providerId, caller)
      return await listMoveSlots(deps, caller, id, { ...wanted.value, chosen })
    },
    answer: (slots, { query, caller }) =>
      slotsAnswer(slots, query.timeZone, caller.role === 'account' ? 'account' : 'booker'),
  })
