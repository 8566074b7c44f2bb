import { PublicSlotsQuery, Slots } from '@holdfast/contracts'
import { formatInstant } from '@holdfast/engine'
import { json, sharedForASecond } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { providerSlugParam } from '../../kernel/http/paths.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { listPublicOpenedSlots } from '../public/public-opened-slots.ts'
import { slotsWanted } from './slots-query.ts'

/** The endpoint for the page of a provider that opened slots on single dates. */
export const openedSlotsEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpointOf('Public pages')({
    method: 'get',
    path: '/v1/public/{providerSlug}/opened-slots',
    operationId: 'listPublicOpenedSlots',
    summary: 'List the free slots that a provider opened',
    description:
      'Slots on single dates, without an event type. Book one with `providerSlug` and `start`. Shared caches may keep the response for a second.',
    access: 'public',
    params: providerSlugParam,
    query: PublicSlotsQuery.omit({ answer: true }),
    answers: { 200: { description: 'The slots, in chronological order.', schema: Slots } },
    problems: ['account_suspended'],
    perform: async ({ params: { providerSlug }, query }) => {
      const name = { providerSlug, accountSlug: query.accountSlug }
      const wanted = slotsWanted(query, false)
      return wanted.ok ? listPublicOpenedSlots(deps, name, wanted.value) : wanted
    },
    answer: ({ slots, nextFromEpochMinutes: next }, { query: { timeZone = 'UTC' } }) =>
      sharedForASecond(
        json({
          data: slots.map((slot) => ({
            start: formatInstant(slot.startEpochMinutes, timeZone),
            end: formatInstant(slot.endEpochMinutes, timeZone),
            available: true,
          })),
          ...(next !== undefined && { nextFrom: formatInstant(next, timeZone) }),
        }),
      ),
  })
