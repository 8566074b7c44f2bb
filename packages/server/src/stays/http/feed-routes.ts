import {
  CalendarFeedCreate,
  CalendarFeedLink,
  CalendarFeedRevokeQuery,
  FeedQuery,
} from '@holdfast/contracts'
import { z } from '@hono/zod-openapi'
import { noContent, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { feedAnswer, IF_NONE_MATCH } from '../../kernel/http/feed-answer.ts'
import { idParam } from '../../kernel/http/paths.ts'
import {
  FEED_CONTENTS,
  type IssuedFeed,
  issueFeed,
  readFeed,
  revokeFeed,
} from '../calendars/feed.ts'
import type { UnitBookings } from '../ports/unit-bookings.ts'

const endpoint = endpointOf('Calendar feeds')
const path = '/v1/calendars/{id}'
const params = idParam('calendar')

/** Endpoints for the subscription feed of a calendar and its link. */
export const calendarFeedEndpoints = (
  context: HttpContext,
  unitBookings: UnitBookings,
): readonly AnyEndpoint[] => [...linkEndpoints(context), feedEndpoint(context, unitBookings)]

const linkEndpoints = ({ deps, settings }: HttpContext): readonly AnyEndpoint[] => {
  const linkRepresentation = ({ calendar, token }: IssuedFeed) => ({
    url: `${settings.publicUrl ?? ''}/v1/calendars/${calendar.id}/feed.ics?token=${token}`,
    version: calendar.version,
  })
  return [
    endpoint({
      method: 'post',
      path: `${path}/feed-token`,
      operationId: 'issueCalendarFeed',
      summary: 'Create a subscription link of a calendar, replacing the current one',
      description:
        'Anyone with the link can read the feed. Give booking channels a link with `content: availability`, which names no guest. The link is shown only in this response. The server stores only a hash of its token.',
      access: 'account',
      params,
      body: CalendarFeedCreate,
      honoursIfMatch: true,
      answers: {
        200: {
          description: 'The link and the new version of the calendar.',
          schema: CalendarFeedLink,
        },
      },
      perform: ({ caller, params: { id }, body: { content = 'details' } }) =>
        issueFeed(deps, caller, id, content),
      answer: (issued) => resource(linkRepresentation(issued)),
    }),
    endpoint({
      method: 'delete',
      path: `${path}/feed-token`,
      operationId: 'revokeCalendarFeed',
      summary: 'Revoke the subscription links of a calendar',
      description:
        'Subscribers get 404 from now on. Create a new link to share the calendar again.',
      access: 'account',
      params,
      query: CalendarFeedRevokeQuery,
      honoursIfMatch: true,
      answers: { 204: { description: 'The links are revoked.' } },
      perform: ({ caller, params: { id }, query: { content } }) =>
        revokeFeed(deps, caller, id, content === undefined ? FEED_CONTENTS : [content]),
      answer: noContent,
    }),
  ]
}

const feedEndpoint = ({ deps }: HttpContext, unitBookings: UnitBookings): AnyEndpoint =>
  endpoint({
    method: 'get',
    path: `${path}/feed.ics`,
    operationId: 'readCalendarFeed',
    summary: 'Read the subscription feed of a calendar (RFC 5545)',
    description: 'The first 5,000 events between three months ago and two years ahead.',
    access: 'public',
    params,
    query: FeedQuery,
    headers: z.object({ 'If-None-Match': IF_NONE_MATCH }),
    answers: {
      200: { description: 'The feed.', schema: z.string(), contentType: 'text/calendar' },
      304: { description: 'The feed has not changed.' },
    },
    problems: ['account_suspended'],
    perform: ({ params: { id }, query: { token } }) =>
      readFeed({ ...deps, unitBookings }, id, token),
    answer: (content, { headers }) => feedAnswer(content, headers['If-None-Match']),
  })
