import { Contact, ContactMerge } from '@holdfast/contracts'
import { resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { contactRepresentation } from '../contacts/contact-representation.ts'
import { mergeContacts, undoMerge } from '../contacts/merge-contacts.ts'

const endpoint = accountEndpointOf('Contact merges')
const path = '/v1/contacts/{id}/merge'

/** Endpoints that merge contacts, and undo it. */
export const contactMergeEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path,
    operationId: 'mergeContact',
    summary: 'Merge a contact into another',
    description:
      'The other contact stands for both: its bookings, wait-list entries, export and erasure are those of both, and the email address and phone number of this one find it, too. Bookings keep the details that they were made with. The merge can be undone for 30 days.',
    params: idParam('contact'),
    body: ContactMerge,
    honoursIfMatch: true,
    answers: { 200: { description: 'The contact that stands for both.', schema: Contact } },
    problems: ['contact_merged', 'invalid_transition'],
    perform: ({ caller, params, body }) => mergeContacts(deps, caller, params.id, body.into),
    answer: (contact) => resource(contactRepresentation(contact)),
  }),
  endpoint({
    method: 'post',
    path: `${path}/undo`,
    operationId: 'undoContactMerge',
    summary: 'Undo the merge of a contact',
    description:
      'By the id of the contact that was merged. Refused after 30 days, and if a booking was confirmed with an address of it since the merge.',
    params: idParam('contact'),
    honoursIfMatch: true,
    answers: {
      200: { description: 'The contact, which stands for itself again.', schema: Contact },
    },
    problems: ['merge_not_undoable', 'invalid_transition'],
    perform: ({ caller, params }) => undoMerge(deps, caller, params.id),
    answer: (contact) => resource(contactRepresentation(contact)),
  }),
]
