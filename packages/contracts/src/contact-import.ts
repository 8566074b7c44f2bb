import { z } from '@hono/zod-openapi'
import { oneOf } from './text.ts'

/** `GET /v1/contacts.csv`: the query, which has no parameters. */
export const ContactFileQuery = z.strictObject({})

/** `POST /v1/contacts/import`: the query. */
export const ContactImportQuery = z.strictObject({
  dryRun: oneOf(['true', 'false']).optional().openapi({
    description: '`true`: reports what an import would do, and writes nothing. Default: `false`.',
  }),
})

const count = (description: string, example: number) => z.int().openapi({ description, example })

/** `POST /v1/contacts/import`: the response. */
export const ContactImportReport = z
  .object({
    dryRun: z.boolean().describe('Whether nothing was written.'),
    rows: count('Rows of the file, without its first line and empty lines.', 3),
    imported: count('People who were added, or would be.', 1),
    existing: count('Rows of people who are contacts already. They are left as they are.', 1),
    skippedCount: count('Rows that were not imported.', 1),
    skipped: z
      .array(
        z.object({
          line: count('The line in the file, counted from 1.', 4),
          reason: z
            .enum(['invalid', 'no_email_or_phone', 'duplicate'])
            .describe('Why the row was not imported.'),
          detail: z.string().openapi({
            description: 'A description in plain text, with the column.',
            example: 'email: must be an email address, such as ada@example.com',
          }),
        }),
      )
      .describe('The first 1,000 of these rows.'),
    ignoredColumns: z
      .array(z.string())
      .openapi({ description: 'Columns of the file that are not read.', example: ['Birthday'] }),
  })
  .openapi('ContactImportReport', { description: 'What an import of contacts did, or would do.' })
