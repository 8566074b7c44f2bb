import { ok, type Result, refuse } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { decideOn } from '../../kernel/decide-on.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { DomainEventName } from '../../kernel/events/event.ts'
import { eventWrite } from '../../kernel/events/outbox.ts'
import { formatWrite } from '../../kernel/format.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { answerOf, commit } from '../../kernel/transaction.ts'
import {
  type Contact,
  contactEntity,
  contactPhoneEntity,
  type MergedContact,
  personAddresses,
  phoneOfContact,
  withNoShows,
} from './contact.ts'
import { getContact } from './contacts.ts'
import { changedTokenWrites, withTokens } from './index-contact.ts'
import { mergedRefusal } from './save-contact.ts'

/** How long a merge can be undone. */
export const UNDO_SECONDS = 30 * 24 * 60 * 60

/** The most addresses that identify one person, with those of merged contacts. One transaction begins the erasure of all. */
const MOST_ADDRESSES = 30

/** The most tags of a person. */
const MOST_TAGS = 20

/** A contact that is merged or taken apart, and the one that stands for it. */
interface Pair {
  readonly from: Contact
  readonly into: Contact
}

/**
 * Merges a contact into another of the caller's account. Nothing of its bookings is written: both contacts stay, and what finds the merged
 * one leads to the other. Both are conditioned in the transaction, so that two merges, a merge and an erasure, or a merge and a booking that
 * is counted cannot pass each other.
 */
export async function mergeContacts(
  deps: Dependencies,
  caller: Caller<Contact>,
  contactId: string,
  intoId: string,
): Promise<Result<Contact, Refusal>> {
  if (contactId === intoId) return invalid('/into', 'must be another contact')
  return await retryOnConflict(`the merge of ${contactId}`, async () => {
    const found = await readPair(deps, caller, contactId, intoId)
    if (!found.ok) return found
    const { from, into } = found.value
    if (from.mergedInto !== undefined) return mergedRefusal(from.id, from.mergedInto)
    if (into.mergedInto !== undefined) return mergedRefusal(into.id, into.mergedInto)
    const now = epochSeconds(deps.clock)
    const merged = { ...stamped(from, now), mergedInto: into.id }
    const after = withMerged(into, from, now)
    const count = personAddresses(after).length
    if (count > MOST_ADDRESSES) {
      return invalid(
        '/into',
        `has ${count} addresses with those of the merged contacts; at most ${MOST_ADDRESSES} are possible`,
      )
    }
    const tagCount = after.tags?.length ?? 0
    if (tagCount > MOST_TAGS) {
      return invalid(
        '/into',
        `has ${tagCount} tags with those of the merged contact; at most ${MOST_TAGS} are possible`,
      )
    }
    return await commitPair(deps, caller, found.value, { from: merged, into: after })
  })
}

/**
 * Undoes a merge, by the id of the contact that was merged. Refused as `merge_not_undoable` after 30 days, if bookings were confirmed
 * with an address of it since, and while the other contact is itself merged.
 */
export async function undoMerge(
  deps: Dependencies,
  caller: Caller<Contact>,
  contactId: string,
): Promise<Result<Contact, Refusal>> {
  const read = () => getContact(deps, caller, contactId)
  return decideOn(caller, `the merge of ${contactId}`, read, async (before) => {
    const { mergedInto } = before
    if (mergedInto === undefined) return notUndoable(contactId, 'not_merged')
    const found = await readPair(deps, caller, contactId, mergedInto)
    if (!found.ok) return found
    const { from, into } = found.value
    const entry = into.merged?.find((each) => each.contactId === contactId)
    if (entry === undefined) return CONFLICT
    const now = epochSeconds(deps.clock)
    if (now >= entry.mergedAtEpochSeconds + UNDO_SECONDS) return notUndoable(contactId, 'expired')
    if (entry.newBookingCount > 0) return notUndoable(contactId, 'new_bookings')
    if (into.mergedInto !== undefined) return notUndoable(contactId, 'merged_again')
    const { mergedInto: _, ...alone } = stamped(from, now)
    return await commitPair(deps, caller, found.value, {
      from: alone,
      into: withoutMerged(into, from, entry, now),
    })
  })
}

type UndoRefusal = Extract<Refusal, { readonly code: 'merge_not_undoable' }>

const notUndoable = (contactId: string, reason: UndoRefusal['reason']) =>
  refuse({ code: 'merge_not_undoable', contactId, reason })

async function readPair(
  deps: Dependencies,
  caller: Caller<Contact>,
  contactId: string,
  intoId: string,
): Promise<Result<Pair, Refusal>> {
  const from = await getContact(deps, caller, contactId)
  if (!from.ok) return from
  const stale = versionMismatch(caller, from.value.version)
  if (stale) return stale
  const into = await getContact(deps, caller, intoId)
  if (!into.ok) return into
  for (const { isErasing, id } of [from.value, into.value]) {
    if (isErasing) return refuse({ code: 'contact_erasing', contactId: id })
  }
  return ok({ from: from.value, into: into.value })
}

const stamped = (contact: Contact, now: number): Contact => ({
  ...contact,
  version: contact.version + 1,
  updatedAtEpochSeconds: now,
})

/** A contact that stands for another one, too. */
function withMerged(into: Contact, from: Contact, now: number): Contact {
  const { id: contactId, name, email, phone, bookingCount } = from
  const gavePhone = into.phone === undefined && phone !== undefined
  const entry: MergedContact = {
    contactId,
    addresses: personAddresses(from),
    name,
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    bookingCount,
    newBookingCount: 0,
    ...(gavePhone && { gavePhone }),
    mergedAtEpochSeconds: now,
  }
  const after = {
    ...stamped(into, now),
    ...(gavePhone && { phone }),
    ...standingOfBoth(into, from),
    bookingCount: into.bookingCount + bookingCount,
    ...withNoShows(into, from.noShowIds ?? []),
    merged: [...(into.merged ?? []), entry],
  }
  return withTokens(after, into)
}

/** The tags of two contacts that are one person, who is barred if one of them is. An undone merge leaves them. */
function standingOfBoth(into: Contact, from: Contact): Pick<Contact, 'tags' | 'barred'> {
  const known = new Set(into.tags?.map((tag) => tag.toLowerCase()))
  const others = (from.tags ?? []).filter((tag) => !known.has(tag.toLowerCase()))
  const tags = [...(into.tags ?? []), ...others]
  const barred = into.barred ?? from.barred
  return { ...(tags.length > 0 && { tags }), ...(barred && { barred }) }
}

/** A contact that does not stand for another one any more. A phone that it got and still has goes back. */
function withoutMerged(into: Contact, from: Contact, entry: MergedContact, now: number): Contact {
  const { merged = [], phone, noShowIds = [], ...rest } = stamped(into, now)
  const noShows = noShowIds.filter((id) => !from.noShowIds?.includes(id))
  const others = merged.filter((each) => each !== entry)
  const keepsPhone = phone !== undefined && !(entry.gavePhone && phone === entry.phone)
  const after = {
    ...rest,
    ...(keepsPhone && { phone }),
    bookingCount: into.bookingCount - entry.bookingCount,
    ...withNoShows({}, noShows),
    ...(others.length > 0 && { merged: others }),
  }
  return withTokens(after, into)
}

/** A contact after one more booking, which came with an address of a contact that was merged into it. */
export const withMergedBooking = (contact: Contact, mergedId: string): Contact => ({
  ...contact,
  merged: (contact.merged ?? []).map((entry) =>
    entry.contactId === mergedId ? { ...entry, newBookingCount: entry.newBookingCount + 1 } : entry,
  ),
})

async function commitPair(
  deps: Dependencies,
  caller: Caller<Contact>,
  before: Pair,
  after: Pair,
): Promise<Result<Contact, Refusal> | typeof CONFLICT> {
  const isMerge = after.from.mergedInto !== undefined
  const [oldPhone, phone] = [phoneOfContact(before.into), phoneOfContact(after.into)]
  const isRephoned = oldPhone?.phone !== phone?.phone
  const committed = await commit<Contact, string>(
    deps,
    caller,
    {
      from: contactEntity.replace(before.from, after.from),
      into: contactEntity.replace(before.into, after.into),
      oldPhone: isRephoned && oldPhone ? contactPhoneEntity.discard(oldPhone) : undefined,
      phone: isRephoned && phone ? contactPhoneEntity.create(phone) : undefined,
      event: mergeEvent(deps, caller, isMerge ? 'contact.merged' : 'contact.merge_undone', after),
      // An earlier version would erase the one without the other.
      format: isMerge ? await formatWrite(deps.store) : undefined,
      ...(await changedTokenWrites(deps, before.into, after.into)),
    },
    isMerge ? after.into : after.from,
  )
  return answerOf(committed, isMerge ? after.into : after.from)
}

/** The event of a merge. It has ids alone, so that an erasure finds nothing in it. */
const mergeEvent = (
  deps: Dependencies,
  { actor }: Pick<Caller, 'actor'>,
  type: Extract<DomainEventName, 'contact.merged' | 'contact.merge_undone'>,
  { from, into }: Pair,
): Write => eventWrite(deps, type, actor, into, { merge: { contactId: from.id, into: into.id } })
