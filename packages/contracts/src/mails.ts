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
    invitation: z.string().nullable().openapi({ description: 'The calendar object, if any.' }),
  })
  .openapi('KeptMail')

/** `GET /v1/test/mails`. */
export const KeptMailQuery = z.strictObject({ limit: pageQuery.limit })

/** `GET /v1/test/mails`: the newest first; one page is all there is. */
export const KeptMailList = listOf(KeptMail, 'KeptMailList')

export type KeptMail = z.infer<typeof KeptMail>
