import { z } from '@hono/zod-openapi'
import { Block } from './blocks.ts'
import { Booking } from './bookings.ts'
import { Calendar, CalendarEvent } from './calendars.ts'
import { Closure } from './closures.ts'
import { BusyTime } from './connections.ts'
import { resourceId } from './ids.ts'
import { listOrOne } from './lists.ts'
import { oneOf } from './text.ts'
import { fromBeforeTo, instantAnswer, momentText } from './time.ts'
import { TimeOff } from './time-off.ts'

/** The most providers of one agenda. */
export const AGENDA_PROVIDERS = 25

/** The longest range of an agenda, in days. */
export const AGENDA_DAYS = 62

const TOO_MANY = `must be at most ${AGENDA_PROVIDERS} providers`
const DAY_MS = 86_400_000

/** `GET /v1/agenda`. */
export const AgendaQuery = z
  .strictObject({
    from: momentText().openapi({ description: 'Start of the range.' }),
    to: momentText().openapi({
      description: `End of the range, exclusive. At most ${AGENDA_DAYS} days after \`from\`.`,
    }),
    providerId: listOrOne(resourceId('provider'))
      .pipe(z.array(resourceId('provider')).max(AGENDA_PROVIDERS, { error: TOO_MANY }))
      .default([])
      .openapi({
        description: `The providers whose bookings, blocks, time off and busy times to list. Repeat it for several, at most ${AGENDA_PROVIDERS}. Without it, only calendars and their events are listed.`,
      }),
    include: oneOf(['offered']).optional().openapi({
      description:
        '`offered`: also lists the classes of the providers that nobody has booked and that can be booked, of at most 25 event types. Default: none of them.',
    }),
  })
  .refine(...fromBeforeTo)
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= AGENDA_DAYS * DAY_MS, {
    error: `must be at most ${AGENDA_DAYS} days after \`from\``,
    path: ['to'],
  })

/** A busy time with the provider whose calendar is busy. */
export const AgendaBusyTime = BusyTime.extend({
  providerId: resourceId('provider').describe('The provider whose calendar is busy.'),
}).openapi('AgendaBusyTime', { description: 'A busy time of the calendar of a provider.' })

/** A class without bookings. */
export const OfferedClass = z
  .object({
    eventTypeId: resourceId('eventType').describe('The event type with seats.'),
    providerId: resourceId('provider').describe('The provider of the event type.'),
    start: instantAnswer().describe('When it starts.'),
    end: instantAnswer().describe('When it ends.'),
    capacity: z.int().openapi({ description: 'How many seats it has.', example: 12 }),
  })
  .openapi('OfferedClass', {
    description: 'A class that nobody has booked and that can be booked.',
  })

/** `GET /v1/agenda`: everything that overlaps a range. */
export const Agenda = z
  .object({
    bookings: z.array(Booking).describe('Bookings of any status, by start.'),
    blocks: z.array(Block).describe('Blocks of the providers.'),
    timeOff: z.array(TimeOff).describe('Time off of the providers.'),
    closures: z
      .array(Closure)
      .describe('Closures of the account. Some of them may close other providers only.'),
    busy: z.array(AgendaBusyTime).describe('Busy times of the connected calendars.'),
    calendars: z.array(Calendar).describe('Calendars of the account.'),
    events: z
      .array(CalendarEvent)
      .describe('Events and stays of the calendars, with each occurrence of a series.'),
    offeredClasses: z
      .array(OfferedClass)
      .describe('Classes that nobody has booked, if `include` is `offered`.'),
    isComplete: z
      .boolean()
      .describe('False if a list was cut off after 1,000 entries. Use a shorter range then.'),
  })
  .openapi('Agenda', { description: 'Everything of some providers that overlaps a range.' })

export type Agenda = z.infer<typeof Agenda>
