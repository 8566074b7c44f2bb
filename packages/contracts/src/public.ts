import { z } from '@hono/zod-openapi'
import { PublicBooking } from './bookings.ts'
import { Night, StayPolicy } from './calendars.ts'
import { CONFIRMATIONS } from './event-types.ts'
import { listOf, pageQuery, resourceFields } from './lists.ts'
import { PublicSlotsQuery, Slot } from './slots.ts'
import { emailText, localeText, nameText, proseText, singleLine } from './text.ts'
import { dateText, instantAnswer } from './time.ts'

const eventTypeFields = {
  slug: z.string().openapi({ example: 'first-visit' }),
  title: z.string().openapi({ example: 'First visit' }),
  description: z.string().nullable(),
  durationMinutes: z.int().openapi({ example: 30 }),
  confirmation: z.enum(CONFIRMATIONS),
}

const providerFields = {
  slug: z.string().openapi({ example: 'ada-weber' }),
  name: z.string().openapi({ example: 'Dr. Ada Weber' }),
  specialty: z.string().nullable(),
  timeZone: z.string().openapi({ example: 'Europe/Berlin' }),
}

/** `GET /v1/public/{providerSlug}/{eventTypeSlug}`: with a range, its slots come along. */
export const PublicEventTypeQuery = PublicSlotsQuery.partial().refine(
  ({ from, to }) => (from === undefined) === (to === undefined),
  { error: 'from and to are given together', path: ['to'] },
)

/** What anybody may know of an event type: enough to show a booking page. */
export const PublicEventType = z
  .object({
    id: z.string().openapi({ example: 'ety_01k5w3q8v0m9c2r4t6x8z0b1d3' }),
    ...eventTypeFields,
    provider: z.object(providerFields).openapi('PublicProvider'),
    slots: z.array(Slot).optional().openapi({
      description: 'With from and to: the slots of that range that can be booked.',
    }),
  })
  .openapi('PublicEventType')

/** What anybody may know of a provider: what can be booked there. */
export const PublicProviderPage = z
  .object({
    ...providerFields,
    eventTypes: z.array(z.object(eventTypeFields).openapi('PublicEventTypeSummary')),
  })
  .openapi('PublicProviderPage')

/** `GET /v1/directory`. */
export const DirectoryQuery = z.strictObject({
  specialty: singleLine(100).optional().openapi({ description: 'Without regard to case.' }),
  ...pageQuery,
})

/** The providers that want to be found, and what can be booked there. */
export const Directory = listOf(PublicProviderPage, 'Directory')

/** A booking with what its booker needs to know it by, and to choose another time. */
export const BookingDetails = z
  .object({
    booking: PublicBooking,
    provider: z.object({ name: z.string(), timeZone: z.string() }),
    eventType: z
      .object({
        title: z.string(),
        durationMinutes: z.int(),
        path: z.string().openapi({
          description: 'Of its public page and, below /v1/public, of its slots.',
          example: '/ada-weber/first-visit',
        }),
      })
      .nullable()
      .openapi({ description: "Null when one of the provider's opened slots was booked." }),
  })
  .openapi('BookingDetails')

/** `GET /v1/stays/{calendarId}`. */
export const PublicStaysQuery = z.strictObject({
  from: dateText().openapi({ description: 'The first night.' }),
  to: dateText().openapi({ description: 'The nights before this one; at most 731.' }),
})

/** What anybody may know of a calendar of stays that has a public page. */
export const PublicStays = z
  .object({
    name: z.string().openapi({ example: 'House by the lake' }),
    timeZone: z.string().openapi({ example: 'Europe/Berlin' }),
    stayPolicy: StayPolicy,
    nights: z.array(Night),
  })
  .openapi('PublicStays')

/** `POST /v1/stays/{calendarId}`: what a guest without a key may send. */
export const PublicStayCreate = z
  .strictObject({
    arrival: dateText(),
    departure: dateText().openapi({ description: 'The day of leaving: no night of the stay.' }),
    guest: z
      .strictObject({
        name: nameText(),
        email: emailText(),
        locale: localeText().optional().openapi({
          description:
            'The language that the guest reads. Mails and the invitation are in German for de, in English for any other.',
        }),
      })
      .openapi('PublicGuestInput'),
    note: proseText().optional(),
  })
  .openapi('PublicStayCreate')

const stayFields = {
  id: z.string().openapi({ example: 'cev_01k5w3q8v0m9c2r4t6x8z0b1d3' }),
  version: resourceFields.version,
  arrival: z.string().openapi({ example: '2026-04-27' }),
  departure: z.string().openapi({ example: '2026-04-30' }),
}

/** The answer to a guest who takes a stay without a key. */
export const PublicStay = z
  .object({
    ...stayFields,
    manageToken: z.string().openapi({
      description:
        'Shown this once: reads and cancels this stay alone, as "Authorization: Bearer hm_…".',
      example: 'hm_…',
    }),
  })
  .openapi('PublicStay')

/** A stay as the guest who took it sees it: nothing of what its owner wrote since. */
export const GuestStay = z
  .object({
    ...stayFields,
    status: z.enum(['confirmed', 'cancelled']),
    checkIn: instantAnswer().openapi({ description: 'From when on the guest may come.' }),
    checkOut: instantAnswer().openapi({ description: 'Until when the guest leaves.' }),
    guest: z.object({ name: z.string(), email: z.string() }),
    calendar: z.object({
      name: z.string().openapi({ example: 'House by the lake' }),
      timeZone: z.string().openapi({ example: 'Europe/Berlin' }),
      checkInTime: z.string().openapi({ example: '15:00' }),
      checkOutTime: z.string().openapi({ example: '11:00' }),
      path: z
        .string()
        .nullable()
        .openapi({ description: 'Of its public page, if it still has one.' }),
    }),
    createdAt: resourceFields.createdAt,
    updatedAt: resourceFields.updatedAt,
  })
  .openapi('GuestStay')

export type PublicEventType = z.infer<typeof PublicEventType>
export type PublicProviderPage = z.infer<typeof PublicProviderPage>
export type Directory = z.infer<typeof Directory>
export type BookingDetails = z.infer<typeof BookingDetails>
export type PublicStays = z.infer<typeof PublicStays>
export type PublicStay = z.infer<typeof PublicStay>
export type GuestStay = z.infer<typeof GuestStay>
