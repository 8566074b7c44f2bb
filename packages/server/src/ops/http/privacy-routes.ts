import {
  Contact,
  ContactErase,
  ContactExport,
  contactReference,
  NoInput,
} from '@holdfast/contracts'
import { z } from '@hono/zod-openapi'
import { created } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { asRequest } from '../../kernel/retry.ts'
import { contactRepresentation } from '../../people/contacts/contact-representation.ts'
import {
  type ExportDependencies,
  exportPerson,
  type PersonExport,
} from '../privacy/export-person.ts'
import { requestErasure } from '../privacy/request-erasure.ts'

const endpoint = accountEndpointOf('Privacy')
const params = z.strictObject({ id: contactReference() })

/** Endpoints to export and to erase a person. */
export const privacyEndpoints = ({
  deps,
}: HttpContext<ExportDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: '/v1/contacts/{id}/export',
    operationId: 'exportContact',
    summary: 'Export everything about a person',
    description:
      'One JSON document with everything that the account holds about the person. For a person without a confirmed booking, send the email address as `id`. Answers are not stored for an `Idempotency-Key`: each request exports again. On DynamoDB, a booking of the last second may be missing.',
    params,
    body: NoInput,
    answers: { 200: { description: 'The export.', schema: ContactExport } },
    perform: ({ caller, params }) => exportPerson(deps, caller, params.id),
    answer: (exported) => ({
      status: 200,
      body: streamOf(exported),
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    }),
  }),
  endpoint({
    method: 'post',
    path: '/v1/contacts/{id}/erase',
    operationId: 'eraseContact',
    summary: 'Erase a person',
    description:
      'Removes the personal data of the person from everything that the account holds; times, statuses and counts stay. For a person without a confirmed booking, send the email address as `id`. It takes a few minutes: until then, the contact has `erasing: true`, and afterwards it is not found.',
    params,
    body: ContactErase,
    honoursIfMatch: true,
    answers: { 202: { description: 'The contact, which is being erased.', schema: Contact } },
    problems: ['contact_has_bookings'],
    perform: ({ caller, params, body }) =>
      requestErasure(deps, caller, params.id, { cancels: body.cancel === true }),
    answer: (contact) => created(contactRepresentation(contact), `/v1/contacts/${contact.id}`, 202),
  }),
]

const encoder = new TextEncoder()
/** Pieces are sent together up to this many characters. */
const CHUNK_LENGTH = 16_384

/** A stream that reads an export only as fast as its receiver does. */
function streamOf(exported: PersonExport): ReadableStream<Uint8Array> {
  const pieces = exported()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let chunk = ''
        while (chunk.length < CHUNK_LENGTH) {
          // An export lasts longer than a request, so each of its reads is one.
          const piece = await asRequest(() => pieces.next())
          if (piece.done) {
            if (chunk !== '') controller.enqueue(encoder.encode(chunk))
            controller.close()
            return
          }
          chunk += piece.value
        }
        controller.enqueue(encoder.encode(chunk))
      },
      async cancel() {
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
