import { z } from '@hono/zod-openapi'
import { Booking } from './bookings.ts'
import { Contact } from './contacts.ts'
import { oneOf, singleLine } from './text.ts'

/** The most characters of a search. */
export const SEARCH_LENGTH = 100

/** `GET /v1/search`. */
export const SearchQuery = z.strictObject({
  q: singleLine(SEARCH_LENGTH).openapi({
    description:
      'Beginnings of words of a name, an email address or a phone number, in any order, with or without accents. Or the last digits of a phone, at least three. Or the id of a booking.',
    example: 'berg nora',
  }),
  limit: z
    .string()
    .regex(/^(?:[1-9]|[1-4]\d|50)$/, { error: 'must be a whole number from 1 to 50' })
    .transform(Number)
    .default(10)
    .openapi({
      type: 'integer',
      minimum: 1,
      maximum: 50,
      default: 10,
      description: 'At most this many results, bookings of people aside. Default: 10.',
    }),
  bookings: oneOf(['upcoming']).optional().openapi({
    description:
      '`upcoming`: after the people, also the bookings that the first 5 of them have now or next, at most 2 a person. A caller that is restricted to some providers finds bookings in any case.',
  }),
})

/** One result of a search. */
export const SearchResult = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('contact').describe('A person.'),
      contact: Contact.describe('A person who is found.'),
    }),
    z.object({
      kind: z.literal('booking').describe('A booking.'),
      booking: Booking.describe('A booking that is found.'),
    }),
  ])
  .openapi('SearchResult', { description: 'A person or a booking.' })

/** `GET /v1/search`. */
export const SearchAnswer = z
  .object({
    data: z
      .array(SearchResult)
      .describe(
        'A booking with the id, or people with whole words first and then their bookings by start.',
      ),
    more: z.boolean().openapi({
      description:
        'Whether there may be more. A search looks at 500 words of people at most; a longer word finds the others.',
      example: false,
    }),
  })
  .openapi('SearchAnswer', { description: 'The results of a search.' })

export type SearchQuery = z.infer<typeof SearchQuery>
export type SearchResult = z.infer<typeof SearchResult>
export type SearchAnswer = z.infer<typeof SearchAnswer>
