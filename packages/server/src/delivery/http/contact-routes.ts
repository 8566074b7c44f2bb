import { Contact, ContactList, ContactListQuery } from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { contactRepresentation } from '../contacts/contact-representation.ts'
import { getContact, listContacts } from '../contacts/contacts.ts'

const tag = 'Contacts'
const access = 'account'

/** Endpoints for contacts, which the consumer of `booking.confirmed` writes. */
export const contactEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: '/v1/contacts',
    operationId: 'listContacts',
    tag,
    summary: 'List contacts, ordered by email address',
    description: 'People with at least one confirmed booking.',
    access,
    query: ContactListQuery,
    answers: { 200: { description: 'A page of contacts.', schema: ContactList } },
    perform: async ({ caller, query: { email, ...rest } }) =>
      ok(await listContacts(deps, caller, { email }, pageOf(rest))),
    answer: (listed) => page(listed, contactRepresentation),
  }),
  endpoint({
    method: 'get',
    path: '/v1/contacts/{id}',
    operationId: 'getContact',
    tag,
    summary: 'Read a contact',
    description: 'The person with the latest name and the number of confirmed bookings.',
    access,
    params: idParam('contact'),
    answers: { 200: { description: 'The contact.', schema: Contact } },
    perform: ({ caller, params }) => getContact(deps, caller, params.id),
    answer: (contact) => resource(contactRepresentation(contact)),
  }),
]
