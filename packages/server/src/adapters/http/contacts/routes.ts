import { Contact, ContactList, ContactListQuery } from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { getContact, listContacts } from '../../../application/contacts/contacts.ts'
import { contactView } from '../../../application/views.ts'
import { page, resource } from '../answer.ts'
import type { HttpContext } from '../context.ts'
import { type AnyEndpoint, endpoint } from '../endpoint.ts'
import { pageOf } from '../paging.ts'
import { idParam } from '../paths.ts'

const tag = 'Contacts'
const access = 'account'

/** The people who have booked, kept by the consumer of `booking.confirmed`. */
export const contactEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: '/v1/contacts',
    operationId: 'listContacts',
    tag,
    summary: 'List contacts by address, or find the one with an address',
    access,
    query: ContactListQuery,
    answers: { 200: { description: 'A page of contacts.', schema: ContactList } },
    perform: async ({ caller, query: { email, ...rest } }) =>
      ok(await listContacts(deps, caller, { email }, pageOf(rest))),
    answer: (listed) => page(listed, contactView),
  }),
  endpoint({
    method: 'get',
    path: '/v1/contacts/{id}',
    operationId: 'getContact',
    tag,
    summary: 'Read a contact',
    access,
    params: idParam('contact'),
    answers: { 200: { description: 'The contact.', schema: Contact } },
    perform: ({ caller, params }) => getContact(deps, caller, params.id),
    answer: (contact) => resource(contactView(contact)),
  }),
]
