import {
  Contact,
  ContactCreate,
  ContactList,
  ContactListQuery,
  ContactPatch,
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { created, page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { contactRepresentation } from '../contacts/contact-representation.ts'
import { getContact, listContacts } from '../contacts/contacts.ts'
import { createContact, updateContact } from '../contacts/save-contact.ts'
import type { PeopleDependencies } from '../dependencies.ts'

const endpoint = accountEndpointOf('Contacts')
const path = '/v1/contacts'

/** Endpoints for contacts. The consumer of `booking.confirmed` writes them, too. */
export const contactEndpoints = ({
  deps,
}: HttpContext<PeopleDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path,
    operationId: 'createContact',
    summary: 'Add a contact',
    description:
      'A person may have an email address, a phone number, both, or a name alone. Two contacts may have the same phone number. Contacts are never merged by name or phone.',
    body: ContactCreate,
    answers: { 201: { description: 'The contact.', schema: Contact } },
    problems: ['contact_exists'],
    perform: ({ caller, body }) => createContact(deps, caller, body),
    answer: (contact) => created(contactRepresentation(contact), `${path}/${contact.id}`),
  }),
  endpoint({
    method: 'get',
    path,
    operationId: 'listContacts',
    summary: 'List contacts, ordered by email address',
    description:
      'People with a confirmed booking, and those that were added. Those without an email address come last.',
    query: ContactListQuery,
    answers: { 200: { description: 'A page of contacts.', schema: ContactList } },
    perform: async ({ caller, query: { email, phone, ...rest } }) =>
      ok(await listContacts(deps, caller, { email, phone }, pageOf(rest))),
    answer: (listed) => page(listed, contactRepresentation),
  }),
  endpoint({
    method: 'get',
    path: `${path}/{id}`,
    operationId: 'getContact',
    summary: 'Read a contact',
    description: 'The person with the number of confirmed bookings.',
    params: idParam('contact'),
    answers: { 200: { description: 'The contact.', schema: Contact } },
    perform: ({ caller, params }) => getContact(deps, caller, params.id),
    answer: (contact) => resource(contactRepresentation(contact)),
  }),
  endpoint({
    method: 'patch',
    path: `${path}/{id}`,
    operationId: 'updateContact',
    summary: 'Change a contact',
    description:
      'Bookings keep the details that they were made with. An export or erasure of the person also covers bookings with earlier email addresses of the contact.',
    params: idParam('contact'),
    body: ContactPatch,
    honoursIfMatch: true,
    answers: { 200: { description: 'The changed contact.', schema: Contact } },
    problems: ['contact_exists', 'contact_merged', 'invalid_transition'],
    perform: ({ caller, params, body }) => updateContact(deps, caller, params.id, body),
    answer: (contact) => resource(contactRepresentation(contact)),
  }),
]
