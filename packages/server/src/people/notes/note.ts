import { z } from 'zod'
import { ACTOR_SCHEMA, actorRepresentation } from '../../kernel/actor.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { timestamps } from '../../kernel/representations.ts'
import { contactNoteKey } from '../keys.ts'

const contactNoteAttributes = z.object({
  accountId: z.string(),
  version: z.literal(1),
  text: z.string(),
  author: ACTOR_SCHEMA,
  createdAtEpochSeconds: z.int(),
})

/** A note of an account about a person. */
export interface ContactNote extends AttributesOf<typeof contactNoteAttributes> {
  readonly id: string
  readonly contactId: string
}

/** The item of a note, beside those of its contact. */
export const contactNoteEntity = defineEntity<ContactNote, 'id' | 'contactId'>({
  name: 'contact note',
  key: ({ contactId, id }) => contactNoteKey(contactId, id),
  inKey: { contactId: ({ PK }) => keyTail(PK), id: ({ SK }) => keyTail(SK) },
  schema: contactNoteAttributes,
})

/** The representation of a note. */
export const noteRepresentation = (note: ContactNote) => ({
  id: note.id,
  version: note.version,
  contactId: note.contactId,
  text: note.text,
  author: actorRepresentation(note.author),
  ...timestamps({ ...note, updatedAtEpochSeconds: note.createdAtEpochSeconds }),
})
