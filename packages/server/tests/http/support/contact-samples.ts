import type { Sample } from './sample.ts'

/** The ids that the samples of contacts speak of. */
interface ContactIds {
  readonly contactId: string
  readonly mergedContactId: string
  readonly noteId: string
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
    { operationId: 'deleteContactNote', method: 'DELETE', path: `${contact}/notes/${noteId}` },
    { operationId: 'exportContact', method: 'POST', path: `${contact}/export`, body: {} },
    { operationId: 'eraseContact', method: 'POST', path: `${contact}/erase`, body: {} },
  ]
}
