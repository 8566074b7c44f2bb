import { ExplainStayQuery, StayExplanation, UnitNights, UnitNightsQuery } from '@holdfast/contracts'
import { formatDate, nightAmountAt, restrictionAt } from '@holdfast/engine'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { dayNumberOf } from '../../kernel/http/instants.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { stayReason } from '../../ledger/http/problems.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { stayRulesRepresentation } from '../event-types/event-type-representation.ts'
import { explainNights, listUnitNights, type PricedNights } from '../nights/unit-nights.ts'
import { outOfOrderRepresentation } from '../providers/provider-representation.ts'
import { rulesOfPlan } from '../rates/rate-plan.ts'
import type { UnitOutOfOrder } from '../units/load-stay-type.ts'

const endpoint = accountEndpointOf('Nights')
const params = idParam('eventType')
const path = '/v1/event-types/{id}/nights'

/** Nights with the prices and restrictions of a plan. */
function nightsRepresentation({ nights, stay, plan, outOfOrder }: PricedNights) {
  const rules = plan && rulesOfPlan(plan)
  const data = nights.map(({ day, unitsLeft, lastDepartureDay }) => {
    const rule = rules && restrictionAt(rules, day)
    return {
      date: formatDate(day),
      unitsLeft,
      lastDeparture: lastDepartureDay === undefined ? null : formatDate(lastDepartureDay),
      amount: (rules && nightAmountAt(rules, day)) ?? null,
      minNights: rule?.minNights ?? null,
      maxNights: rule?.maxNights ?? null,
      closedToArrival: rule?.closedToArrival === true,
      closedToDeparture: rule?.closedToDeparture === true,
      stopSell: rule?.stopSell === true,
    }
  })
  const { id: ratePlanId = null, currency = null } = plan?.plan ?? {}
  return {
    data,
    outOfOrder: outOfOrder.map(unitOutOfOrderRepresentation),
    ratePlanId,
    currency,
    stay: stayRulesRepresentation(stay),
  }
}

const unitOutOfOrderRepresentation = ({ unitId, ...nights }: UnitOutOfOrder) => ({
  providerId: unitId,
  ...outOfOrderRepresentation(nights),
})

/** Endpoints for the nights of an event type. */
export const unitNightEndpoints = ({
  deps,
}: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path,
    operationId: 'listUnitNights',
    summary: 'List the nights of an event type',
    description:
      'How many units are free in each night, until when one of them is, and the rules for stays. A unit is not free in a night that its calendar closes, or in which it is out of order.',
    params,
    query: UnitNightsQuery,
    answers: { 200: { description: 'All nights of the range.', schema: UnitNights } },
    perform: ({ caller, params: { id }, query: { from, to, ratePlanId } }) =>
      listUnitNights(deps, caller, id, {
        arrivalDay: dayNumberOf(from),
        departureDay: dayNumberOf(to),
        ratePlanId,
      }),
    answer: (found) => json(nightsRepresentation(found)),
  }),
  endpoint({
    method: 'get',
    path: `${path}/explain`,
    operationId: 'explainNights',
    summary: 'Explain why nights can or cannot be booked',
    description: 'By the same rules and the same ledger as a booking.',
    params,
    query: ExplainStayQuery,
    answers: { 200: { description: 'The explanation.', schema: StayExplanation } },
    perform: ({ caller, params: { id }, query: { arrival, departure, ratePlanId } }) =>
      explainNights(deps, caller, id, {
        arrivalDay: dayNumberOf(arrival),
        departureDay: dayNumberOf(departure),
        ratePlanId,
      }),
    answer: ({ reasons, takenDays, outOfOrder, isFree, unitId }) =>
      json({
        bookable: reasons.length === 0 && isFree,
        reasons: reasons.map(stayReason),
        nights: takenDays.map(formatDate),
        outOfOrder: outOfOrder.map(unitOutOfOrderRepresentation),
        providerId: unitId,
      }),
  }),
]
