import {
  dateText,
  eventOrOccurrenceIdInput,
  instantText,
  type ResourceKind,
  resourceId,
  slugText,
  stayOrBookingIdInput,
} from '@holdfast/contracts'
import { z } from '@hono/zod-openapi'

/** The path parameter `{id}` of one kind of resource. */
export const idParam = (kind: ResourceKind) => z.strictObject({ id: resourceId(kind) })

/** The path parameters `{id}` of a provider and `{blockId}` of one of its blocks. */
export const blockParams = z.strictObject({
  id: resourceId('provider'),
  blockId: resourceId('block'),
})

/** The path parameters `{id}` of a contact and `{noteId}` of one of its notes. */
export const noteParams = z.strictObject({ id: resourceId('contact'), noteId: resourceId('note') })

/** The path parameters `{id}` of a provider and `{timeOffId}` of some of its time off. */
export const timeOffParams = z.strictObject({
  id: resourceId('provider'),
  timeOffId: resourceId('timeOff'),
})

/** The path parameters `{id}` of a provider and `{date}` in its time zone. */
export const providerDateParams = z.strictObject({
  id: resourceId('provider'),
  date: dateText().describe("A date in the provider's time zone."),
})

/** The path parameters `{id}` of an absence and `{date}` of one of its dates. */
export const absenceDateParams = z.strictObject({
  id: resourceId('absence'),
  date: dateText().describe("A date in the absence's time zone."),
})

/** The path parameters `{id}` of a resource with hours and `{date}` of one of its dates. */
export const hoursDateParams = (kind: 'schedule' | 'eventType') =>
  z.strictObject({
    id: resourceId(kind),
    date: dateText().describe('A date in the time zone of the hours.'),
  })

/** The path parameters `{id}` of an event type with seats and `{start}` of one of its sessions. */
export const sessionParams = z.strictObject({
  id: resourceId('eventType'),
  start: instantText().describe('The start of a session.'),
})

/** The path parameters `{id}` of a calendar and `{eventId}` of one of its events. */
export const calendarEventParams = z.strictObject({
  id: resourceId('calendar'),
  eventId: resourceId('calendarEvent'),
})

/** The path parameters `{id}` of a calendar of nights and `{stayId}` of one of its stays, or of a booking of its unit. */
export const stayParams = z.strictObject({
  id: resourceId('calendar'),
  stayId: stayOrBookingIdInput(),
})

/** Like `calendarEventParams`, but `{eventId}` can also be the id of one occurrence. */
export const calendarEventOrOccurrenceParams = z.strictObject({
  id: resourceId('calendar'),
  eventId: eventOrOccurrenceIdInput(),
})

/** The path parameter `{slug}`. */
export const slugParam = z.strictObject({
  slug: slugText().describe('The slug of an event type.'),
})

/** The path parameter of a provider's public page. */
export const providerSlugParam = z.strictObject({
  providerSlug: slugText().describe('The slug of a provider.'),
})

/** The path parameters of a public booking page. */
export const publicParams = z.strictObject({
  providerSlug: slugText().describe('The slug of a provider.'),
  eventTypeSlug: slugText().describe('The slug of one of its event types.'),
})
