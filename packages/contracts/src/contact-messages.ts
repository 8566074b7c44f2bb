import { z } from '@hono/zod-openapi'
import { instantAnswer } from './time.ts'

/** The messages that `GET /v1/contacts/{id}/messages` shows at most. */
export const MESSAGES_SHOWN = 100

/** An email or SMS to a person, without its address and text. */
export const ContactMessage = z
  .object({
    channel: z.enum(['email', 'sms']).describe('How it reached the person.'),
    event: z.string().openapi({
      description: 'The type of the event that it reports.',
      example: 'booking.confirmed',
    }),
    resourceId: z.string().openapi({
      description: 'The booking, stay, entry of a wait list or session that it is about.',
      example: 'bkg_01kqs3v7m8e2f4g6h8j0k2m4n6',
    }),
    subject: z.string().nullable().openapi({
      description: 'The subject of an email to a booker. Null for other emails and SMS.',
      example: 'Confirmed: Checkup with Dr. Ada',
    }),
    state: z
      .enum(['queued', 'sent', 'failed', 'suppressed'])
      .describe(
        '`queued`: an SMS that the gateway has not answered yet. `sent`: the mail server or gateway took it. `failed`: it was refused for good. `suppressed`: a limit or a rule of the server kept it from being sent.',
      ),
    reason: z.string().nullable().openapi({
      description: 'Why it failed or was suppressed. Null otherwise.',
      example: null,
    }),
    segments: z.int().nullable().openapi({
      description: 'How many SMS the account pays for. Null for an email.',
      example: null,
    }),
    at: instantAnswer().describe('When it was sent; of an SMS, just before.'),
  })
  .openapi('ContactMessage', {
    description: 'An email or SMS to a person. Its address and its text are not stored.',
  })

/** `GET /v1/contacts/{id}/messages`. */
export const ContactMessageList = z
  .object({
    data: z.array(ContactMessage).describe('The newest first. At most 100.'),
  })
  .openapi('ContactMessageList', { description: 'The latest messages to a person.' })

export type ContactMessage = z.infer<typeof ContactMessage>
