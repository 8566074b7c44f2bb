import {
  PublicSoonestSlotsQuery,
  SEQUENCE_GAP_MINUTES,
  SoonestSlots,
  SoonestSlotsQuery,
} from '@holdfast/contracts'
import { formatInstant, ok, type Result } from '@holdfast/engine'
import { type Answer, json, page, sharedForASecond } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import type { Audience } from '../../kernel/http/refusal-problem.ts'
import type { Listed } from '../../kernel/paging.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import {
  type ListedSequences,
  listPublicSequences,
  listSequences,
} from '../sequences/list-sequences.ts'
import {
  type SoonestQuery,
  type SoonestSlot,
  soonestOfEventTypes,
  soonestOfPublicProvider,
  soonestOfPublicSpecialty,
  soonestOfSpecialty,
} from '../soonest/find-soonest.ts'
import { checkTimeZone, rangeFilter } from './slots-query.ts'
import { visitRepresentation } from './visit-representation.ts'

const endpoint = endpointOf('Soonest slots')

interface QueryInput {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly timeZone?: string | undefined
  readonly seats?: number | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

function soonestQuery(input: QueryInput): Result<SoonestQuery, Refusal> {
  const { timeZone, seats, limit, cursor } = input
  const checked = checkTimeZone(timeZone)
  if (!checked.ok) return checked
  return ok({
    limit,
    ...rangeFilter(input),
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

/** Slots of single event types, or visits of several. */
type Found =
  | ({ readonly kind: 'slots' } & Listed<SoonestSlot>)
  | ({ readonly kind: 'sequences' } & ListedSequences)

const asSlots = (listed: Result<Listed<SoonestSlot>, Refusal>): Result<Found, Refusal> =>
  listed.ok ? ok({ kind: 'slots', ...listed.value }) : listed

const asSequences = (listed: Result<ListedSequences, Refusal>): Result<Found, Refusal> =>
  listed.ok ? ok({ kind: 'sequences', ...listed.value }) : listed

/** Visits as JSON. */
function sequencesAnswer(
  { data, nextFromEpochMinutes }: ListedSequences,
  timeZone: string | undefined,
  audience: Audience,
): Answer {
  const zone = timeZone ?? 'UTC'
  return json({
    data: data.map((visit) => ({
      ...visitRepresentation(visit, zone, audience),
      eventTypeId: visit.eventTypeId,
      providerId: visit.first.ownProviderId,
    })),
    nextCursor: null,
    ...(nextFromEpochMinutes !== undefined && {
      nextFrom: formatInstant(nextFromEpochMinutes, zone),
    }),
  })
}

const foundAnswer =
  (audience: Audience) =>
  (found: Found, request: { readonly query: QueryInput }): Answer =>
    found.kind === 'slots'
      ? answerFor(audience)(found, request)
      : sequencesAnswer(found, request.query.timeZone, audience)

const answers = {
  200: {
    description: 'The slots, in chronological order; with `sequence`, the visits.',
    schema: SoonestSlots,
  },
}

const VISITS =
  'With `sequence`, lists visits instead: starts at which these event types can be booked one after the other, each with its parts and who can serve them. Book one as a group with `sequence`.'

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
    summary: 'Find the first slots of several event types',
    description: `For questions such as who is free soonest. Send \`eventTypeIds\` or \`specialty\`; by specialty, event types of nights are left out. ${PAGES} ${VISITS}`,
    access: 'account',
    query: SoonestSlotsQuery,
    answers,
    problems: ['not_found'],
    perform: async ({
      caller,
      query: {
        eventTypeIds,
        specialty = '',
        sequence,
        maxGapMinutes = SEQUENCE_GAP_MINUTES,
        ...rest
      },
    }) => {
      const query = soonestQuery(rest)
      if (!query.ok) return query
      if (sequence) {
        const parts = { ...query.value, eventTypeIds: sequence, maxGapMinutes }
        return asSequences(await listSequences(deps, caller, parts))
      }
      return asSlots(
        eventTypeIds === undefined
          ? await soonestOfSpecialty(deps, caller, specialty, query.value)
          : await soonestOfEventTypes(deps, caller, eventTypeIds, query.value),
      )
    },
    answer: foundAnswer('account'),
  }),
  endpoint({
    method: 'get',
    path: '/v1/public/slots',
    operationId: 'listPublicSoonestSlots',
    summary: 'Find the first slots of listed providers with a specialty, or of one provider',
    description: `Of the providers in the shared directory, or with \`accountSlug\` of the listed providers of that account, and their active event types. Those of a listed team come too if a requirement names the specialty; in the shared directory, its account must list a provider of it. With \`providerSlug\` instead, the first slot of each event type that the page of this provider shows; those that are not for everybody are left out. Book one with its \`eventTypeId\`. ${PAGES} ${VISITS} Shared caches may keep the response for a second.`,
    access: 'public',
    query: PublicSoonestSlotsQuery,
    answers,
    problems: ['not_found', 'account_suspended'],
    perform: async ({
      query: { specialty = '', providerSlug, accountSlug, sequence, ...rest },
    }) => {
      const query = soonestQuery(rest)
      if (!query.ok) return query
      if (sequence) {
        // A shared cache keeps ten parameters apart, and a pause would be the eleventh: it is that of the providers.
        const parts = {
          ...query.value,
          eventTypeIds: sequence,
          accountSlug,
          who: 'stranger',
        } as const
        return asSequences(await listPublicSequences(deps, parts))
      }
      return asSlots(
        providerSlug === undefined
          ? await soonestOfPublicSpecialty(deps, { specialty, accountSlug }, query.value)
          : await soonestOfPublicProvider(deps, { providerSlug, accountSlug }, query.value),
      )
    },
    answer: (found, request) => sharedForASecond(foundAnswer('booker')(found, request)),
  }),
]
