import { ok, type Result, refuse } from '@holdfast/engine'
import { cancelBooking } from '../../booking/bookings/change-booking.ts'
import { readEventLogHead } from '../../delivery/events/event-log.ts'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { newResource } from '../../kernel/resource.ts'
import { type CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { answerOf, commit, type NamedWrites } from '../../kernel/transaction.ts'
import {
  addressOfContact,
  type Contact,
  contactAddressEntity,
  contactEntity,
} from '../../people/contacts/contact.ts'
import { currentContact } from '../../people/contacts/contacts.ts'
import {
  dueErasureEntity,
  type Erasure,
  erasureEntity,
  findErasure,
} from '../../people/contacts/erasure.ts'
import { contactKeyOf } from '../../people/keys.ts'
import { deleteCalendarEvent } from '../../stays/calendars/events.ts'
import { findPerson, type SurveyedPerson, surveyPerson } from './find-person.ts'

/** How long after cancellations the erasure begins, so that the people concerned are emailed first. */
const CANCELLATION_SECONDS = 30

/** A caller without what belongs to the request as a whole: its idempotency key, version and audit entry. */
const asPart = ({
  accountId,
  requestId,
  role,
  actor,
}: Pick<Caller, 'accountId' | 'requestId' | 'role' | 'actor'>): Caller => ({
  accountId,
  requestId,
  role,
  actor,
})

/**
 * Begins to erase a person of the caller's account, by the id of their contact or by email address. Refused as
 * long as bookings or stays of theirs are live, unless `cancels` cancels them first. Answers the contact, which
 * exists until the erasure is complete; a person who is none becomes one until then. A request during an erasure
 * changes nothing.
 */
export async function requestErasure(
  deps: Dependencies,
  caller: Caller<Contact>,
  reference: string,
  { cancels = false }: { readonly cancels?: boolean },
): Promise<Result<Contact, Refusal>> {
  // Also if the transaction at the end has to be decided again.
  let hasCancelled = false
  return await retryOnConflict('the erasure of a person', async () => {
    // Before anything else is read, so that the erasure sees all that the log has up to there.
    const head = await readEventLogHead(deps, caller.accountId)
    const found = await findPerson(deps, caller, reference)
    if (!found.ok) return found
    const { addresses, contact } = found.value
    const [address, ...otherAddresses] = addresses
    const stale = versionMismatch(caller, contact?.version ?? 0)
    if (stale) return stale
    const earlier = await findErasure(deps, caller.accountId, address)
    if (earlier?.progress && contact) {
      return await commitErasure(deps, caller, contact, { check: erasureEntity.check(earlier) })
    }
    const survey = await surveyPerson(deps, caller.accountId, found.value)
    const hasLive = survey.liveBookings.length + survey.liveStays.length > 0
    if (hasLive && !cancels) {
      return refuse({
        code: 'contact_has_bookings',
        bookingIds: survey.liveBookings.map(({ id }) => id),
        stayIds: survey.liveStays.map(({ id }) => id),
      })
    }
    const cancelled = await cancelAll(deps, asPart(caller), survey)
    if (!cancelled.ok) return cancelled
    hasCancelled ||= hasLive
    const now = deps.clock.nowEpochMilliseconds()
    const after = erasingContact(deps, survey, contact)
    const start = {
      cancels,
      isDelayed: hasCancelled,
      requestedAtEpochMilliseconds: now,
      loggedThrough: head?.position ?? 0,
    }
    return await commitErasure(deps, caller, after, {
      ...erasureWrites(deps, survey, address, { ...start, contactId: after.id, earlier }),
      ...(await otherErasures(deps, survey, after, otherAddresses, start)),
      contact: contactEntity.put(contact, after),
      address: contact ? undefined : contactAddressEntity.create(addressOfContact(after)),
    })
  })
}

async function commitErasure(
  deps: Dependencies,
  caller: Caller<Contact>,
  contact: Contact,
  writes: Parameters<typeof commit>[2],
): Promise<Result<Contact, Refusal> | typeof CONFLICT> {
  // The path may hold an address, which must not get into the audit log.
  const audit = caller.audit && { ...caller.audit, resourceId: contact.id }
  const committed = await commit<Contact, string>(
    deps,
    { ...caller, ...(audit && { audit }) },
    writes,
    contact,
  )
  return answerOf(committed, contact)
}

/** Cancels what is live. What ended or was cancelled meanwhile needs nothing more. */
async function cancelAll(
  deps: Dependencies,
  caller: Caller,
  { liveBookings, liveStays }: SurveyedPerson,
): Promise<Result<undefined, Refusal>> {
  for (const { id } of liveBookings) {
    const cancelled = await cancelBooking(deps, caller, id, { splitsVisit: true })
    if (!cancelled.ok && cancelled.refusal.code !== 'invalid_transition') return cancelled
  }
  for (const { calendarId, id } of liveStays) {
    const deleted = await deleteCalendarEvent(deps, caller, calendarId, id)
    if (!deleted.ok && deleted.refusal.code !== 'not_found') return deleted
  }
  return ok(undefined)
}

/** The contact of a person who is being erased. */
function erasingContact(
  deps: Dependencies,
  { accountId, addresses, names }: SurveyedPerson,
  before: Contact | undefined,
): Contact {
  const now = epochSeconds(deps.clock)
  if (before) {
    return { ...before, isErasing: true, version: before.version + 1, updatedAtEpochSeconds: now }
  }
  const [email = ''] = addresses
  return {
    ...newResource(deps, accountId, 'contact'),
    email,
    name: names[0] ?? email,
    bookingCount: 0,
    isErasing: true,
  }
}

interface ErasureStart {
  readonly contactId: string
  readonly cancels: boolean
  readonly isDelayed: boolean
  readonly requestedAtEpochMilliseconds: number
  readonly loggedThrough: number
  /** The tombstone of an earlier erasure of the same address. */
  readonly earlier: Erasure | undefined
}

/** The writes that begin the erasure of one address of a person. */
function erasureWrites(
  deps: Dependencies,
  person: SurveyedPerson,
  address: string,
  start: ErasureStart,
): NamedWrites {
  const { earlier } = start
  const erasure = newErasure(deps, person, address, start)
  const { accountId, mark, progress } = erasure
  const dueEpochSeconds = progress?.dueEpochSeconds ?? 0
  return {
    [`erasure ${mark}`]: erasureEntity.put(earlier, erasure),
    [`due ${mark}`]: dueErasureEntity.create({ accountId, mark, dueEpochSeconds }),
  }
}

/**
 * The writes that begin the erasures of the other addresses of a contact: earlier ones, and those of the contacts that were merged into
 * it, which are erased with it. An address that another contact has by now is that person's.
 */
async function otherErasures(
  deps: Dependencies,
  person: SurveyedPerson,
  contact: Contact,
  addresses: readonly string[],
  start: Omit<ErasureStart, 'contactId' | 'earlier'>,
): Promise<NamedWrites> {
  const { accountId } = person
  const writes: NamedWrites[] = []
  for (const address of addresses) {
    const key = contactKeyOf(accountId, address)
    const holder = await contactEntity.read(deps.store, key)
    const isMerged = holder && (await currentContact(deps, holder)).id === contact.id
    if (holder && !isMerged) continue
    const earlier = await findErasure(deps, accountId, address)
    if (earlier?.progress) continue
    // The contact itself goes with the erasure of its present address.
    const contactId = holder?.id ?? deps.ids.next('contact', start.requestedAtEpochMilliseconds)
    const erasing = holder && erasingContact(deps, person, holder)
    writes.push({
      ...erasureWrites(deps, person, address, { ...start, contactId, earlier }),
      [`merged ${contactId}`]: holder && erasing && contactEntity.replace(holder, erasing),
    })
  }
  return Object.assign({}, ...writes)
}

function newErasure(
  { secrets }: Dependencies,
  { accountId, names }: SurveyedPerson,
  address: string,
  {
    contactId,
    cancels,
    isDelayed,
    requestedAtEpochMilliseconds,
    loggedThrough,
    earlier,
  }: ErasureStart,
): Erasure {
  const [mark = ''] = secrets.personMarks(accountId, address)
  const now = Math.floor(requestedAtEpochMilliseconds / 1000)
  const dueEpochSeconds = now + (isDelayed ? CANCELLATION_SECONDS : 0)
  return {
    accountId,
    // After a rotation of the server key, the earlier mark stays in use.
    mark: earlier?.mark ?? mark,
    version: (earlier?.version ?? 0) + 1,
    requestedAtEpochMilliseconds,
    loggedThrough,
    progress: {
      contactId,
      email: address,
      names,
      cancels,
      step: 'bookings',
      roundStartedAtEpochSeconds: dueEpochSeconds,
      erasedInRound: 0,
      erasedCount: 0,
      dueEpochSeconds,
    },
  }
}
