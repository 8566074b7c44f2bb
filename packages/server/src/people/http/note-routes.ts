import {
  ContactNote,
  ContactNoteCreate,
  ContactNoteList,
  ContactNoteListQuery,
} from '@holdfast/contracts'
import { created, noContent, page } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam, noteParams } from '../../kernel/http/paths.ts'
import { noteRepresentation } from '../notes/note.ts'
import { createNote, deleteNote, listNotes } from '../notes/notes.ts'

const endpoint = accountEndpointOf('Notes')
const path = '/v1/contacts/{id}/notes'

/** Endpoints for the notes of an account about its contacts. */
export const noteEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path,
    operationId: 'createContactNote',
    summary: 'Add a note about a contact',
    description:
      'The person does not see it. It is exported and erased with the person. A note about a merged contact is one about the contact that stands for it.',
    params: idParam('contact'),
    body: ContactNoteCreate,
    answers: { 201: { description: 'The note.', schema: ContactNote } },
    problems: ['invalid_transition'],
    perform: ({ caller, params, body }) => createNote(deps, caller, params.id, body.text),
    answer: (note) =>
      created(noteRepresentation(note), `/v1/contacts/${note.contactId}/notes/${note.id}`),
  }),
  endpoint({
    method: 'get',
    path,
    operationId: 'listContactNotes',
    summary: 'List the notes about a contact, the newest first',
    description: 'Also those about contacts that were merged into it.',
    params: idParam('contact'),
    query: ContactNoteListQuery,
    answers: { 200: { description: 'A page of notes.', schema: ContactNoteList } },
    perform: ({ caller, params, query }) => listNotes(deps, caller, params.id, pageOf(query)),
    answer: (listed) => page(listed, noteRepresentation),
  }),
  endpoint({
    method: 'delete',
    path: `${path}/{noteId}`,
    operationId: 'deleteContactNote',
    summary: 'Delete a note about a contact',
    description: 'A note cannot be changed. Delete it and add another.',
    params: noteParams,
    honoursIfMatch: true,
    answers: { 204: { description: 'The note is deleted.' } },
    perform: ({ caller, params: { id, noteId } }) => deleteNote(deps, caller, id, noteId),
    answer: noContent,
  }),
]
