import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { listOrOne } from './lists.ts'
import { accountSlug } from './public-account.ts'
import { PublicSlotsQuery } from './slots.ts'
import { slugText } from './text.ts'
import { SEQUENCE_PARTS_MAX } from './visit-rules.ts'

const ADDED = `must be at most ${SEQUENCE_PARTS_MAX - 1} event types`

/** The services that a booker adds, in a query. */
const addedQuery = () =>
  listOrOne(resourceId('eventType'))
    .pipe(z.array(resourceId('eventType')).max(SEQUENCE_PARTS_MAX - 1, { error: ADDED }))
    .optional()
    .openapi({
      description:
        'An event type that follows this one in one visit. Repeat it for several, in their order. The slots are then those of the whole visit, each with its `items`; `providerId` takes part in every part that it can serve. Does not combine with `durationMinutes`, `seats` and `answer`.',
    })

/** `GET /v1/public/{providerSlug}/{eventTypeSlug}`: with a range, the response includes the slots. */
export const PublicEventTypeQuery = PublicSlotsQuery.partial()
  .extend({
    add: addedQuery(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    error: 'send `from` and `to` together',
    path: ['to'],
  })
  .refine(
    ({ add, durationMinutes, seats, answer }) =>
      add === undefined || [durationMinutes, seats, answer].every((each) => each === undefined),
    { error: 'does not combine with `durationMinutes`, `seats` and `answer`', path: ['add'] },
  )

/** `GET /v1/public/{providerSlug}`. */
export const PublicProviderQuery = z.strictObject({
  accountSlug: accountSlug(),
  addTo: slugText().optional().openapi({
    description:
      'The slug of an event type of the page. Only those are listed that bookers may add to it, as one visit; none if its provider has no `visits`.',
    example: 'haircut',
  }),
})
