import { PublicSoonestSlotsQuery, SoonestSlots, SoonestSlotsQuery } from '@holdfast/contracts'
import { formatInstant, ok, type Result } from '@holdfast/engine'
import { page, sharedForASecond } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import type { Audience } from '../../kernel/http/refusal-problem.ts'
import type { Listed } from '../../kernel/paging.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import {
  type SoonestQuery,
  type SoonestSlot,
  soonestOfEventTypes,
  soonestOfPublicProvider,
  soonestOfPublicSpecialty,
  soonestOfSpecialty,
} from '../soonest/find-soonest.ts'
import { checkTimeZone, rangeEnd } from './slots-query.ts'

interface QueryInput {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly timeZone?: string | undefined
  readonly seats?: number | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

function soonestQuery(input: QueryInput): Result<SoonestQuery, Refusal> {
  const { from, to, timeZone, seats, limit, cursor } = input
  const checked = checkTimeZone(timeZone)
  if (!checked.ok) return checked
  return ok({
    limit,
    ...(from !== undefined && { from: rangeEnd(from) }),
    ...(to !== undefined && { to: rangeEnd(to) }),
    ...(timeZone !== undefined && { timeZone }),
    ...(seats !== undefined && { seats }),
    ...(cursor !== undefined && { cursor }),
  })
}

const answerFor =
  (audience: Audience) =>
  (listed: Listed<SoonestSlot>, { query }: { readonly query: QueryInput }) => {
    const zone = query.timeZone ?? 'UTC'
    return page(listed, ({ seats, ...slot }) => ({
      start: formatInstant(slot.startEpochMinutes, zone),
      end: formatInstant(slot.endEpochMinutes, zone),
      eventTypeId: slot.eventTypeId,
      providerId: slot.providerId,
      ...(seats && (audience === 'account' || seats.showRemaining) && { seatsLeft: seats.left }),
    }))
  }

const answers = {
  200: { description: 'The slots, in chronological order.', schema: SoonestSlots },
}

const PAGES =
  'Each page has the first `limit` slots of its own providers and teams, at most 25 each with 100 event types; `nextCursor` continues with others, whose slots can be earlier.'

/** Endpoints for the first slots of several event types. */
export const soonestEndpoints = ({
  deps,
}: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: '/v1/slots',
    operationId: 'listSoonestSlots',
    tag: 'Soonest slots',
    summary: 'Find the first slots of several event types',
    description: `For questions such as who is free soonest. Send \`eventTypeIds\` or \`specialty\`. ${PAGES}`,
    access: 'account',
    query: SoonestSlotsQuery,
    answers,
    problems: ['not_found'],
    perform: async ({ caller, query: { eventTypeIds, specialty = '', ...rest } }) => {
      const query = soonestQuery(rest)
      if (!query.ok) return query
      return eventTypeIds === undefined
        ? soonestOfSpecialty(deps, caller, specialty, query.value)
        : soonestOfEventTypes(deps, caller, eventTypeIds, query.value)
    },
    answer: answerFor('account'),
  }),
  endpoint({
    method: 'get',
    path: '/v1/public/slots',
    operationId: 'listPublicSoonestSlots',
    tag: 'Soonest slots',
    summary: 'Find the first slots of listed providers with a specialty, or of one provider',
    description: `Of the providers in the shared directory, or with \`accountSlug\` of the listed providers of that account, and their active event types. Those of a listed team come too if a requirement names the specialty; in the shared directory, its account must list a provider of it. With \`providerSlug\` instead, the first slot of each event type that the page of this provider shows; those that are not for everybody are left out. Book one with its \`eventTypeId\`. ${PAGES} Shared caches may keep the response for a second.`,
    access: 'public',
    query: PublicSoonestSlotsQuery,
    answers,
    problems: ['not_found', 'account_suspended'],
    perform: async ({ query: { specialty = '', providerSlug, accountSlug, ...rest } }) => {
      const query = soonestQuery(rest)
      if (!query.ok) return query
      if (providerSlug !== undefined) {
        return soonestOfPublicProvider(deps, { providerSlug, accountSlug }, query.value)
      }
      return soonestOfPublicSpecialty(deps, { specialty, accountSlug }, query.value)
    },
    answer: (listed, request) => sharedForASecond(answerFor('booker')(listed, request)),
  }),
]
