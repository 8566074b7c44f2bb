import { z } from '@hono/zod-openapi'
import { BookingWithPrivateAnswers } from './bookings.ts'
import { CalendarEvent, CancelledStay } from './calendars.ts'
import { ContactMessage } from './contact-messages.ts'
import { ContactNote } from './contact-notes.ts'
import { Contact } from './contacts.ts'
import { CONSUMERS } from './dead-letters.ts'
import { LoggedEvent } from './events.ts'
import { resourceId, resourceIdPattern } from './ids.ts'
import { KeptMail } from './mails.ts'
import { orNull } from './or-null.ts'
import { Order } from './orders.ts'
import { Payment } from './payments.ts'
import { emailText } from './text.ts'
import { instantAnswer } from './time.ts'
import { WaitlistEntry } from './waitlist.ts'
import { WebhookDelivery } from './webhooks.ts'

const REFERENCE_ERROR =
  'must be the id of a contact, such as cnt_01kqs3v7m8e2f4g6h8j0k2m4n6, or an email address'

/** The path parameter of a person: the id of a contact, or an email address for a person who has none. */
export const contactReference = () =>
  z
    .union(
      [
        z
          .string()
          .regex(new RegExp(`^${resourceIdPattern('contact')}$`), { error: REFERENCE_ERROR }),
        emailText(),
      ],
      { error: REFERENCE_ERROR },
    )
    .openapi({
      type: 'string',
      description:
        'The id of the contact. For a person without a confirmed booking, who is no contact: the email address.',
      example: 'cnt_01kqs3v7m8e2f4g6h8j0k2m4n6',
    })

/** `POST /v1/contacts/{id}/erase`. */
export const ContactErase = z
  .strictObject({
    cancel: z.literal(true, { error: 'must be true, or absent' }).optional().openapi({
      description:
        'Cancels the current and future bookings and stays of the person first. Without it, they are refused with `contact_has_bookings`.',
      example: true,
    }),
  })
  .openapi('ContactErase', { description: 'How to erase a person.' })

const ExportedTask = z
  .object({
    consumer: z.enum(CONSUMERS).describe('The consumer of the task.'),
    isDead: z.boolean().describe('True for a dead letter, false for a task that is still queued.'),
    event: z
      .record(z.string(), z.unknown())
      .openapi({ description: 'The event of the task.', example: {} }),
    lastError: z
      .string()
      .nullable()
      .openapi({ description: 'The error of the last attempt. Null if there is none.' }),
  })
  .openapi('ExportedTask', { description: 'A task about the person.' })

const CalendarCopy = z
  .object({
    bookingId: resourceId('booking'),
    kind: z.string().openapi({ description: 'The vendor of the calendar.', example: 'google' }),
    connectionId: resourceId('connection'),
    eventId: z
      .string()
      .nullable()
      .openapi({ description: "The vendor's id of the event. Null if it is unknown." }),
  })
  .openapi('CalendarCopy', {
    description: 'The copy of a booking in a connected calendar, where it names the person.',
  })

const ExportedInvitation = z
  .object({
    bookingId: resourceId('booking'),
    start: instantAnswer().describe('Start of the booking.'),
    end: instantAnswer().describe('End of the booking, exclusive.'),
    name: z.string().nullable().openapi({
      description: 'The name that the booker gave. Null if they gave none.',
      example: 'Max Mustermann',
    }),
  })
  .openapi('ExportedInvitation', {
    description: 'A booking of somebody else with the person as a guest.',
  })

/** The parts of an export that can be cut. */
export const EXPORT_PARTS = [
  'notes',
  'bookings',
  'payments',
  'orders',
  'invitations',
  'waitlistEntries',
  'stays',
  'cancelledStays',
  'calendarCopies',
  'messages',
  'events',
  'tasks',
  'deliveries',
  'mails',
] as const

/** `POST /v1/contacts/{id}/export`. */
export const ContactExport = z
  .object({
    exportedAt: instantAnswer().describe('When the export began.'),
    email: z.string().nullable().openapi({
      description: 'The email address of the person. Null for a person without one.',
      example: 'grace@example.com',
    }),
    contact: orNull(Contact, 'The contact. Null for a person without a confirmed booking.'),
    bookings: z.array(BookingWithPrivateAnswers).describe('The bookings of the person, by start.'),
    payments: z.array(Payment).describe('The payments of these bookings.'),
    orders: z
      .array(Order)
      .describe('What is paid for these bookings, with what staff received. Without links to pay.'),
    invitations: z
      .array(ExportedInvitation)
      .describe('The bookings of others with the person as a guest, by start.'),
    notes: z.array(ContactNote).describe('The notes of the account about the person.'),
    waitlistEntries: z.array(WaitlistEntry).describe('The entries of the person in wait lists.'),
    stays: z
      .array(CalendarEvent)
      .describe('The stays of the person, and other calendar events that name them.'),
    cancelledStays: z.array(CancelledStay).describe('The cancelled stays of the person.'),
    calendarCopies: z
      .array(CalendarCopy)
      .describe('The copies of the bookings in connected calendars.'),
    messages: z
      .array(ContactMessage)
      .describe('The emails and SMS to the person, without addresses and texts.'),
    events: z.array(LoggedEvent).describe('The events of the last 30 days about the person.'),
    tasks: z.array(ExportedTask).describe('The queued tasks and dead letters about the person.'),
    deliveries: z.array(WebhookDelivery).describe('The webhook deliveries about the person.'),
    mails: z
      .array(KeptMail)
      .describe('The emails about the person that a server without SMTP stored.'),
    truncated: z
      .array(z.enum(EXPORT_PARTS))
      .openapi({ description: 'The lists that were cut at 10,000 entries.', example: [] }),
  })
  .openapi('ContactExport', { description: 'Everything that the account holds about a person.' })

export type ContactErase = z.infer<typeof ContactErase>
export type ContactExport = z.infer<typeof ContactExport>
