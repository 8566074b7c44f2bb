import type { TestApp } from './app.ts'
import type { Sample } from './sample.ts'

/** The ids that the samples of contacts speak of. */
export interface ContactIds {
  readonly contactId: string
  readonly mergedContactId: string
  readonly noteId: string
}

/** Creates what the samples of contacts need beside the contact of a booking. */
export async function makeContactIds(call: TestApp['call']): Promise<ContactIds> {
  const contacts = await call('GET', '/v1/contacts')
  const contactId = contacts.body.data[0]?.id ?? ''
  const merged = await call('POST', '/v1/contacts', {
    body: { name: 'Grace Double', email: 'double@example.com' },
  })
  const note = await call('POST', `/v1/contacts/${contactId}/notes`, {
    body: { text: 'Is on time.' },
  })
  return { contactId, mergedContactId: merged.body.id, noteId: note.body.id }
}

/** The calls of contacts that would succeed as they stand, in this order. */
export function contactSamples({
  contactId,
  mergedContactId,
  noteId,
}: ContactIds): readonly Sample[] {
  const path = '/v1/contacts'
  const contact = `${path}/${contactId}`
  const merge = `${path}/${mergedContactId}/merge`
  const ida = { name: 'Ida', email: 'ida@example.com' }
  return [
    { operationId: 'listContacts', method: 'GET', path },
    { operationId: 'createContact', method: 'POST', path, body: ida },
    {
      operationId: 'updateContact',
      method: 'PATCH',
      path: contact,
      body: { name: 'Grace M. Hopper' },
    },
    { operationId: 'getContact', method: 'GET', path: contact },
    { operationId: 'mergeContact', method: 'POST', path: merge, body: { into: contactId } },
    { operationId: 'undoContactMerge', method: 'POST', path: `${merge}/undo` },
    {
      operationId: 'createContactNote',
      method: 'POST',
      path: `${contact}/notes`,
      body: { text: 'Prefers mornings.' },
    },
    { operationId: 'listContactNotes', method: 'GET', path: `${contact}/notes` },
    { operationId: 'listContactMessages', method: 'GET', path: `${contact}/messages` },
    {
      operationId: 'listContactSuppressions',
      method: 'GET',
      path: `${contact}/suppressions`,
    },
    {
      operationId: 'liftContactSuppression',
      method: 'DELETE',
      path: `${contact}/suppressions/email`,
    },
    { operationId: 'deleteContactNote', method: 'DELETE', path: `${contact}/notes/${noteId}` },
    {
      operationId: 'importContacts',
      method: 'POST',
      path: `${path}/import`,
      file: 'name,email\nIvo,ivo@example.com',
      fileType: 'text/csv',
    },
    { operationId: 'downloadContacts', method: 'GET', path: `${path}.csv` },
    { operationId: 'exportContact', method: 'POST', path: `${contact}/export`, body: {} },
    { operationId: 'eraseContact', method: 'POST', path: `${contact}/erase`, body: {} },
  ]
}
