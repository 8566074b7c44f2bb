import { z } from '@hono/zod-openapi'
import { listOf, pageQuery } from './lists.ts'
import { instantAnswer } from './time.ts'

const KeptMail = z
  .object({
    id: z.string(),
    keptAt: instantAnswer(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    invitation: z
      .string()
      .nullable()
      .openapi({ description: 'The iCalendar object. Null if the email has none.' }),
  })
  .openapi('KeptMail')

/** `GET /v1/test/mails`. */
export const KeptMailQuery = z.strictObject({ limit: pageQuery.limit })

/** `GET /v1/test/mails`: one page, newest first. */
export const KeptMailList = listOf(KeptMail, 'KeptMailList')

export type KeptMail = z.infer<typeof KeptMail>
