import { z } from '@hono/zod-openapi'
import { Actor } from './actor.ts'
import { resourceId } from './ids.ts'
import { listOf, pageQuery, resourceFields } from './lists.ts'
import { multiLine } from './text.ts'

const NOTE_LENGTH = 5_000

/** `POST /v1/contacts/{id}/notes`. */
export const ContactNoteCreate = z
  .strictObject({
    text: multiLine(NOTE_LENGTH).trim().min(1, { error: 'must not be empty' }).openapi({
      description: 'The text of the note, with line breaks. At most 5,000 characters.',
      example: 'Prefers appointments in the morning.',
    }),
  })
  .openapi('ContactNoteCreate', { description: 'A note about a person.' })

/** A note about a person. */
export const ContactNote = z
  .object({
    id: resourceId('note'),
    contactId: resourceId('contact').describe('The contact that the note was written about.'),
    text: z.string().openapi({
      description: 'The text of the note.',
      example: 'Prefers appointments in the morning.',
    }),
    author: Actor.describe('Who wrote the note.'),
    ...resourceFields,
  })
  .openapi('ContactNote', {
    description:
      'A note of the account about a person. The person never sees it, except in an export.',
  })

/** `GET /v1/contacts/{id}/notes`. */
export const ContactNoteListQuery = z.strictObject({ ...pageQuery })

/** `GET /v1/contacts/{id}/notes`. */
export const ContactNoteList = listOf(ContactNote, 'ContactNoteList')

export type ContactNote = z.infer<typeof ContactNote>
export type ContactNoteCreate = z.infer<typeof ContactNoteCreate>
