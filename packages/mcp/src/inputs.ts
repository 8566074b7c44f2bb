import { isTimeZone } from '@holdfast/engine'
import { z } from 'zod'

/** Arguments of a tool. Those that it does not know are refused, as unknown properties of a body are over HTTP. */
export const knownOnly = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `${issue.keys?.map((key) => JSON.stringify(key)).join(', ')} is unknown; remove it`
        : undefined,
  })

const instant = (what: string) =>
  z.string().describe(`${what}, RFC 3339 with an offset, such as 2026-04-27T09:00:00+02:00.`)

export const eventTypeId = () => z.string().describe('The event type, from `list_event_types`.')
export const providerId = () => z.string().describe('The provider, from `list_providers`.')
export const bookingId = () => z.string().describe('The booking, from `find_bookings` or a hold.')

/** How many things a tool lists at most. A model reads long lists badly, so they are short by default. */
export const limit = (most: number, usual: number) =>
  z.int().min(1).max(most).default(usual).describe(`At most so many. Default: ${usual}.`)

export const cursor = () =>
  z
    .string()
    .exactOptional()
    .describe('The `nextCursor` of an earlier answer, to continue its list.')

export const timeZone = () =>
  z
    .string()
    .refine(isTimeZone, { error: 'must be an IANA time zone, such as Europe/Berlin' })
    .exactOptional()
    .describe('The IANA time zone of the person you speak with. Adds `localStart` to each slot.')

export const start = () => instant('The start of a slot from `search_availability`')

export const range = {
  from: z
    .string()
    .describe('First day or instant, such as 2026-04-27 or 2026-04-27T09:00:00+02:00.'),
  to: z.string().describe('End of the range, exclusive. At most some months after `from`.'),
}

const booker = knownOnly({
  name: z.string().describe('The full name.'),
  email: z
    .string()
    .exactOptional()
    .describe(
      'Receives the confirmation and the invitation. Without it, the person gets no emails.',
    ),
  timeZone: z.string().exactOptional().describe('IANA time zone. Emails show times in it.'),
  phone: z.string().exactOptional().describe('With country code, such as +41443334455.'),
  locale: z.string().exactOptional().describe('Language of the emails, such as en or de.'),
}).describe(
  'The person who books. Ask for the name, and for an email address or a phone number; never invent them.',
)

const eventTypeOfStays = () => z.string().describe('The event type of nights, from `search_stays`.')
const date = (what: string) => z.string().describe(`${what}, such as 2026-04-27.`)

/** The nights of a stay. */
export const dates = {
  arrival: date('The date of arrival'),
  departure: date('The date of departure, which is no night of the stay'),
}

const ratePlanId = () =>
  z
    .string()
    .exactOptional()
    .describe('A rate plan, from `quotes` of `search_stays`. Required if there are several.')

/** Some nights of an event type. */
export const nights = { eventTypeId: eventTypeOfStays(), ...dates, ratePlanId: ratePlanId() }

/** Who stays. */
export const occupants = {
  adults: z.int().describe('How many adults.'),
  childAges: z.array(z.int()).exactOptional().describe('The age of each child.'),
}

/** A code for a discount. */
export const code = () => z.string().exactOptional().describe('A code for a discount.')

/** Who books, and what they say. */
const person = {
  booker,
  note: z.string().exactOptional().describe('A message from the booker to the provider.'),
  answers: z
    .record(z.string(), z.union([z.string(), z.boolean(), z.number(), z.array(z.string())]))
    .exactOptional()
    .describe('Answers to `questions` of the event type, by their ids.'),
  guests: z
    .array(knownOnly({ name: z.string().exactOptional(), email: z.string() }))
    .exactOptional()
    .describe('Who else comes. They get the invitation.'),
}

/** What to book, for `hold_time` and `book_time`. */
export const booking = {
  eventTypeId: eventTypeId(),
  start: start(),
  durationMinutes: z
    .int()
    .exactOptional()
    .describe('One of `durationOptionsMinutes` of the event type. Default: the first.'),
  seats: z
    .int()
    .exactOptional()
    .describe('How many people, for an event type with `seats`. Default: 1.'),
  ...person,
  location: knownOnly({
    option: z
      .int()
      .exactOptional()
      .describe('The position in `locations` of the event type, from 0.'),
    value: z.string().exactOptional().describe('The place or phone number that the booker names.'),
  })
    .exactOptional()
    .describe('Where it takes place. Only for an event type with several `locations`.'),
}

/** What to book, for `hold_stay` and `book_stay`. */
export const stay = {
  ...nights,
  occupants: knownOnly(occupants).exactOptional().describe('Who stays.'),
  code: code(),
  expectedAmount: z
    .int()
    .exactOptional()
    .describe(
      'The `total` that the person agreed to. The stay is refused if it costs something else by now.',
    ),
  ...person,
}
