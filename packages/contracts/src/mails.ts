import { z } from '@hono/zod-openapi'
import { listOf, pageQuery } from './lists.ts'
import { instantAnswer } from './time.ts'

/** An email that a server without SMTP stored. */
export const KeptMail = z
  .object({
    id: z.string().describe('The id of the email.'),
    keptAt: instantAnswer().describe('When the email was stored.'),
    to: z.string().describe('The address of the recipient.'),
    subject: z.string().describe('The subject.'),
    text: z.string().describe('The plain text.'),
    html: z.string().describe('The HTML.'),
    invitation: z
      .string()
      .nullable()
      .openapi({ description: 'The iCalendar object. Null if the email has none.' }),
  })
  .openapi('KeptMail', { description: 'An email that a server without SMTP stored.' })

/** `GET /v1/test/mails`. */
export const KeptMailQuery = z.strictObject({ limit: pageQuery.limit })

/** `GET /v1/test/mails`: one page, newest first. */
export const KeptMailList = listOf(KeptMail, 'KeptMailList')

export type KeptMail = z.infer<typeof KeptMail>
