import { z } from '@hono/zod-openapi'
import { instantAnswer } from './time.ts'

/** The messages that `GET /v1/contacts/{id}/messages` shows at most. */
export const MESSAGES_SHOWN = 100

/** How a message reaches a person. */
export const messageChannel = () =>
  z.enum(['email', 'sms']).openapi({ description: 'How a message reaches the person.' })

/** An email or SMS to a person, without its address and text. */
export const ContactMessage = z
  .object({
    channel: messageChannel(),
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
      .enum(['queued', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'suppressed'])
      .describe(
        '`queued`: an SMS that the gateway has not answered yet. `sent`: the mail server or gateway took it. `delivered`: it reported that the message arrived. `bounced`: the email came back. `complained`: the person marked it as spam. `failed`: it was refused, or could not be delivered. `suppressed`: a limit or a rule of the server kept it from being sent, or earlier messages came back.',
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

/** `GET /v1/contacts/{id}/messages` and `GET /v1/contacts/{id}/suppressions`, which have no parameters. */
export const ContactMessageListQuery = z.strictObject({})

/** `GET /v1/contacts/{id}/messages`. */
export const ContactMessageList = z
  .object({
    data: z.array(ContactMessage).describe('The newest first. At most 100.'),
  })
  .openapi('ContactMessageList', { description: 'The latest messages to a person.' })

/** That a person gets no messages by a channel. */
export const ContactSuppression = z
  .object({
    channel: messageChannel(),
    reason: z
      .enum(['refused', 'bounced', 'complained', 'unreachable', 'optedOut'])
      .describe(
        '`refused`: the mail server does not know the address. `bounced`: an email came back for good. `complained`: the person marked an email as spam. `unreachable`: no SMS reaches the number. `optedOut`: they answered an SMS with STOP.',
      ),
    since: instantAnswer().describe('Since when. It ends after a year by itself.'),
  })
  .openapi('ContactSuppression', {
    description: 'A channel by which a person gets no messages.',
  })

/** `GET /v1/contacts/{id}/suppressions`. */
export const ContactSuppressionList = z
  .object({ data: z.array(ContactSuppression).describe('Each channel once; none if all is well.') })
  .openapi('ContactSuppressionList', {
    description: 'The channels by which a person gets no messages.',
  })

export type ContactSuppression = z.infer<typeof ContactSuppression>
export type ContactMessage = z.infer<typeof ContactMessage>
