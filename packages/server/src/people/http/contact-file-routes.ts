import { ContactFileQuery, ContactImportQuery, ContactImportReport } from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { asRequest } from '../../kernel/retry.ts'
import { listContacts } from '../contacts/contacts.ts'
import type { PeopleDependencies } from '../dependencies.ts'
import { type ContactImport, importContacts } from '../import/import-contacts.ts'
import {
  CONTACT_FILE_BYTES,
  contactFilePart,
  MOST_CONTACT_ROWS,
  readContactFile,
} from './contact-file.ts'

const endpoint = accountEndpointOf('Contact files')

/** How many of the skipped rows a report lists. */
const SKIPPED_LISTED = 1_000
const PAGE_ROWS = 100

/** Endpoints for files of contacts. */
export const contactFileEndpoints = ({
  deps,
}: HttpContext<PeopleDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: '/v1/contacts/import',
    operationId: 'importContacts',
    summary: 'Import contacts from a CSV file',
    description: `A file in UTF-8 with at most ${MOST_CONTACT_ROWS.toLocaleString('en')} rows, and commas, semicolons or tabs between the cells. The first line names the columns: \`name\` (or \`first name\` and \`last name\`), \`email\` and \`phone\`. A person needs a name, and an email address or a phone number. Those who are contacts already are left as they are, so a file can be sent again. \`dryRun=true\` reports and writes nothing.`,
    query: ContactImportQuery,
    file: { mediaTypes: ['text/csv'], bytes: CONTACT_FILE_BYTES },
    answers: {
      200: { description: 'What was imported, and the skipped rows.', schema: ContactImportReport },
    },
    perform: async ({ caller, query, file }) => {
      const read = readContactFile(file)
      if (!read.ok) return read
      const { rows, ...rest } = read.value
      return await importContacts(deps, caller, { rows, rest }, query.dryRun === 'true')
    },
    answer: (report) => json(reportOf(report)),
  }),
  endpoint({
    method: 'get',
    path: '/v1/contacts.csv',
    operationId: 'downloadContacts',
    summary: 'Download contacts as CSV',
    description: 'All contacts, those without an email address last.',
    query: ContactFileQuery,
    answers: {
      200: {
        description: 'The contacts, one a line.',
        contentType: 'text/csv',
        schema: z.string(),
      },
    },
    perform: async ({ caller }) => ok(caller.accountId),
    answer: (accountId) => ({
      status: 200,
      body: contactStream(deps, accountId),
      headers: {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': 'attachment; filename="contacts.csv"',
        'cache-control': 'no-store',
      },
    }),
  }),
]

const reportOf = ({ skipped, ignoredColumns, ...counts }: ContactImport) => ({
  ...counts,
  skippedCount: skipped.length,
  skipped: skipped.slice(0, SKIPPED_LISTED),
  ignoredColumns: [...ignoredColumns],
})

/** All contacts of an account, page by page, as fast as the receiver takes them. */
function contactStream(deps: PeopleDependencies, accountId: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let cursor: string | undefined
  let isFirst = true
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const page = { limit: PAGE_ROWS, ...(cursor !== undefined && { cursor }) }
        // A download lasts longer than a request, so each of its pages is one.
        const listed = await asRequest(() => listContacts(deps, { accountId }, {}, page))
        controller.enqueue(encoder.encode(contactFilePart(listed.data, isFirst)))
        isFirst = false
        cursor = listed.cursor
        if (cursor === undefined) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
