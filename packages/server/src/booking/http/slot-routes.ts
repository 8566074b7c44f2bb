import { ExplainQuery, SlotExplanation, Slots, SlotsQuery } from '@holdfast/contracts'
import { slotsToJson } from '@holdfast/engine'
import { type Answer, json, jsonText } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import { secondsOf } from '../../kernel/http/instants.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { slotReason } from '../../kernel/http/refusal-problem.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { explainEventTypeSlot, listSlots, type SlotsAnswer } from '../slots/slots.ts'
import { slotsWanted } from './slots-query.ts'

const tag = 'Slots'
const access = 'account'
const params = idParam('eventType')

const BEFORE = new TextEncoder().encode('{"data":')
const AFTER = new TextEncoder().encode('}')

/**
 * Slots as an answer. Their text is written from the numbers at once: a month of slots as objects
 * first, and those as JSON, would cost several times the computation of the slots.
 */
export function slotsAnswer(slots: SlotsAnswer, timeZone: string | undefined): Answer {
  const zone = timeZone ?? 'UTC'
  const list = slotsToJson(slots.starts, slots.durationMinutes, zone, slots.available)
  const body = new Uint8Array(BEFORE.length + list.length + AFTER.length)
  body.set(BEFORE)
  body.set(list, BEFORE.length)
  body.set(AFTER, BEFORE.length + list.length)
  return jsonText(body)
}

/** The slots of an event type: computed, never stored. */
export const slotEndpoints = ({
  deps,
}: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: '/v1/event-types/{id}/slots',
    operationId: 'listSlots',
    tag,
    summary: 'List the slots of an event type',
    description: 'Computed from its rules and from what is taken; at most 62 days a call.',
    access,
    params,
    query: SlotsQuery,
    answers: { 200: { description: 'The slots, in the order of time.', schema: Slots } },
    perform: async ({ caller, params: { id }, query }) => {
      const wanted = slotsWanted(query, query.include === 'unavailable')
      return wanted.ok ? listSlots(deps, caller, id, wanted.value) : wanted
    },
    answer: (slots, { query }) => slotsAnswer(slots, query.timeZone),
  }),
  endpoint({
    method: 'get',
    path: '/v1/event-types/{id}/slots/explain',
    operationId: 'explainSlot',
    tag,
    summary: 'Why a start is, or is not, on offer',
    access,
    params,
    query: ExplainQuery,
    answers: { 200: { description: 'Every rule that the start breaks.', schema: SlotExplanation } },
    perform: ({ caller, params: { id }, query }) =>
      explainEventTypeSlot(deps, caller, id, secondsOf(query.start)),
    answer: ({ available, reasons }) =>
      json({ available, reasons: reasons.map((reason) => ({ ...slotReason(reason) })) }),
  }),
]
