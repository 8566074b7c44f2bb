import { ok, type Result, refuse } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { cursorsOf } from '../../kernel/cursors.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { formatWrite } from '../../kernel/format.ts'
import { queryItems } from '../../kernel/items/query-items.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import type { Listed, Page } from '../../kernel/paging.ts'
import { InvalidCursor } from '../../kernel/ports/store.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { commitOrConflict } from '../../kernel/transaction.ts'
import { type Contact, contactEntity } from '../contacts/contact.ts'
import { getPerson, mergedContacts } from '../contacts/contacts.ts'
import { contactNoteKey, contactNotesBefore, contactNotesRange } from '../keys.ts'
import { type ContactNote, contactNoteEntity } from './note.ts'

/**
 * Adds a note about a contact, or about the one into which it was merged. The contact changes with it, so that neither an erasure nor the retention can
 * pass a note that is being written.
 */
export async function createNote(
  deps: Dependencies,
  caller: Caller<ContactNote>,
  contactId: string,
  text: string,
): Promise<Result<ContactNote, Refusal>> {
  return await retryOnConflict(`a note about ${contactId}`, async () => {
    const found = await getPerson(deps, caller, contactId)
    if (!found.ok) return found
    const contact = found.value
    if (contact.isErasing) return refuse({ code: 'contact_erasing', contactId: contact.id })
    const now = epochSeconds(deps.clock)
    const note: ContactNote = {
      id: deps.ids.next('note', deps.clock.nowEpochMilliseconds()),
      contactId: contact.id,
      accountId: contact.accountId,
      version: 1,
      text,
      author: caller.actor,
      createdAtEpochSeconds: now,
    }
    const after = { ...contact, version: contact.version + 1, updatedAtEpochSeconds: now }
    const writes = {
      note: contactNoteEntity.create(note),
      contact: contactEntity.replace(contact, after),
      // An earlier version would leave the note when it erases the person.
      format: await formatWrite(deps.store),
    }
    return commitOrConflict(deps, caller, writes, note)
  })
}

/** The ids under which the notes about a person are stored: of the contact, and of those that were merged into it. */
async function idsOf(deps: Dependencies, contact: Contact): Promise<readonly string[]> {
  return [contact, ...(await mergedContacts(deps, contact))].map(({ id }) => id)
}

const NOTE_ID = /^nte_[0-9a-z]{26}$/

/** Lists the notes about a person, the newest first, also those about contacts that were merged into theirs. */
export async function listNotes(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  contactId: string,
  page: Page,
): Promise<Result<Listed<ContactNote>, Refusal>> {
  const found = await getPerson(deps, caller, contactId)
  if (!found.ok) return found
  const cursors = cursorsOf(['notes', contactId])
  const after = page.cursor === undefined ? undefined : cursors.open(page.cursor)
  if (after !== undefined && !NOTE_ID.test(after)) {
    throw new InvalidCursor(`"${after}" is not a cursor of this list`)
  }
  const pages = await Promise.all(
    (await idsOf(deps, found.value)).map((id) =>
      deps.store.query({
        ...(after === undefined ? contactNotesRange(id) : contactNotesBefore(id, after)),
        consistent: true,
        descending: true,
        limit: page.limit + 1,
      }),
    ),
  )
  const notes = pages
    .flatMap(({ items }) => items.map(contactNoteEntity.decode))
    .sort((a, b) => (a.id < b.id ? 1 : -1))
  const data = notes.slice(0, page.limit)
  const last = data.at(-1)
  return ok(
    last !== undefined && notes.length > data.length
      ? { data, cursor: cursors.seal(last.id) }
      : { data },
  )
}

/** Reads all notes about a contact and those that were merged into it, for an export. */
export async function* allNotes(deps: Dependencies, contact: Contact): AsyncGenerator<ContactNote> {
  for (const id of await idsOf(deps, contact)) {
    for await (const item of queryItems(deps.store, contactNotesRange(id))) {
      yield contactNoteEntity.decode(item)
    }
  }
}

/** Deletes a note about a person. */
export async function deleteNote(
  deps: Dependencies,
  caller: Caller<undefined>,
  contactId: string,
  noteId: string,
): Promise<Result<undefined, Refusal>> {
  return await retryOnConflict(`note ${noteId}`, async () => {
    const found = await getPerson(deps, caller, contactId)
    if (!found.ok) return found
    const keys = (await idsOf(deps, found.value)).map((id) => contactNoteKey(id, noteId))
    const item = (await readItems(deps.store, keys)).find((each) => each)
    if (item === undefined) return notFound('note', noteId)
    const note = contactNoteEntity.decode(item)
    const stale = versionMismatch(caller, note.version)
    if (stale) return stale
    return commitOrConflict(deps, caller, { note: contactNoteEntity.remove(note) }, undefined)
  })
}
