import { type Booking, isErasedBooker } from '@holdfast/engine'
import { z } from 'zod'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { eraseBooker } from '../../booking/bookings/erase-booker.ts'
import { earliestStartOfLasting } from '../../booking/bookings/look-back.ts'
import { bookingIndexKeys } from '../../booking/keys.ts'
import { MATCH_ANYBODY } from '../../delivery/events/event-person.ts'
import { resyncWrites } from '../../external-calendars/calendar-sync/erased-bookings.ts'
import { accountEntity } from '../../identity/accounts/account.ts'
import { ACCOUNTS_WITH_RETENTION, accountKey, retentionKey } from '../../identity/keys.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { queryItems } from '../../kernel/items/query-items.ts'
import { deadLettersRange, keyTail, prefixEnd } from '../../kernel/keys.ts'
import { deadLetterEntity } from '../../kernel/queue/dead-letters.ts'
import { transact } from '../../kernel/transaction.ts'
import {
  type Contact,
  contactEntity,
  personAddresses,
  removalOf,
} from '../../people/contacts/contact.ts'
import { currentContact, mergedContacts } from '../../people/contacts/contacts.ts'
import { contactsRange } from '../../people/keys.ts'
import { type EventsCursor, someEventsOfAccount } from '../../stays/calendars/all-events.ts'
import { eraseCalendarEvent, eraseCancelledStay } from '../../stays/calendars/erase-person.ts'
import { countErased, type ErasureDependencies, report, type StepReport } from './erasure-work.ts'
import { mailedAt } from './kept-mails.ts'
import { deleteBeside } from './run-erasures.ts'
import { letterWith, replaceEvent } from './stored-events.ts'

const RETENTION_STEPS = ['bookings', 'calendars', 'contacts', 'deadLetters', 'mails'] as const
type RetentionStep = (typeof RETENTION_STEPS)[number]

const retentionAttributes = z.object({
  version: z.int(),
  /** When the next pass is due, or the next part of this one. */
  dueEpochSeconds: z.int(),
  /** Bookings that started before this second were erased by earlier passes. */
  erasedBeforeEpochSeconds: z.int(),
  /** Set during a pass. */
  pass: z.exactOptional(
    z.object({
      /** What ended before this second is erased. */
      cutoffEpochSeconds: z.int(),
      step: z.enum(RETENTION_STEPS),
      cursor: z.exactOptional(z.string()),
      erasedCount: z.int(),
      /** The earliest start of a booking that the pass found and that had not ended then. The next pass looks at it again. */
      lastingSinceEpochSeconds: z.exactOptional(z.int()),
    }),
  ),
})

/** The progress of the retention of an account. */
export interface Retention extends AttributesOf<typeof retentionAttributes> {
  readonly accountId: string
}

/** The item of the progress of the retention of an account. */
export const retentionEntity = defineEntity<Retention, 'accountId'>({
  name: 'retention',
  key: ({ accountId }) => retentionKey(accountId),
  inKey: { accountId: ({ PK }) => keyTail(PK) },
  schema: retentionAttributes,
})

const DAY_SECONDS = 24 * 60 * 60
/** Parts of steps that one run does for one account. */
const PARTS_PER_RUN = 20
const ITEMS_AT_ONCE = 25

/**
 * Erases the people of bookings and stays that ended longer ago than their account retains them, and contacts
 * without a booking since, once a day. Reads nothing of accounts without such a setting. Does a bounded part for at
 * most `limit` accounts and stores the progress, so that another run continues it.
 */
export async function runRetention(
  deps: ErasureDependencies,
  limit: number,
): Promise<{ readonly more: boolean }> {
  const accounts = { index: 'GSI2', partition: ACCOUNTS_WITH_RETENTION } as const
  let advanced = 0
  let more = false
  for await (const { PK } of queryItems(deps.store, accounts)) {
    const outcome = await advance(deps, keyTail(PK))
    if (outcome === 'idle') continue
    more ||= outcome === 'more'
    advanced += 1
    if (advanced === limit) return { more: true }
  }
  return { more }
}

async function advance(
  deps: ErasureDependencies,
  accountId: string,
): Promise<'idle' | 'done' | 'more'> {
  let retention = await retentionEntity.read(deps.store, retentionKey(accountId))
  const now = epochSeconds(deps.clock)
  if (retention && retention.dueEpochSeconds > now) return 'idle'
  const account = await accountEntity.read(deps.store, accountKey(accountId))
  if (account?.retentionDays === undefined) return 'idle'
  const cutoffEpochSeconds = now - account.retentionDays * DAY_SECONDS
  for (let part = 0; part < PARTS_PER_RUN; part += 1) {
    const after = await nextState(deps, { accountId, now, cutoffEpochSeconds }, retention)
    const outcome = await transact(deps, { retention: retentionEntity.put(retention, after) })
    // Another server works on it, too.
    if (outcome.kind !== 'done') return 'done'
    if (after.pass === undefined) {
      if ((retention?.pass?.erasedCount ?? 0) > 0) await deps.purgeDeleted?.()
      return 'done'
    }
    retention = after
  }
  return 'more'
}

/** The progress after one more part. `cutoffEpochSeconds`: that of a pass which begins now. */
async function nextState(
  deps: ErasureDependencies,
  {
    accountId,
    now,
    cutoffEpochSeconds,
  }: { readonly accountId: string; readonly now: number; readonly cutoffEpochSeconds: number },
  retention: Retention | undefined,
): Promise<Retention> {
  const { version = 0, erasedBeforeEpochSeconds = 0, pass } = retention ?? {}
  const base = { accountId, version: version + 1, dueEpochSeconds: now, erasedBeforeEpochSeconds }
  if (pass === undefined) {
    return { ...base, pass: { cutoffEpochSeconds, step: 'bookings', erasedCount: 0 } }
  }
  const { step, cursor, ...rest } = pass
  const {
    erased,
    cursor: next,
    lastingSinceEpochSeconds: found,
  } = await STEPS[step](
    deps,
    { accountId, cutoffEpochSeconds: pass.cutoffEpochSeconds, erasedBeforeEpochSeconds },
    cursor,
  )
  // They come by start: the first that was found is the earliest.
  const lastingSinceEpochSeconds = pass.lastingSinceEpochSeconds ?? found
  const following = next === undefined ? RETENTION_STEPS[RETENTION_STEPS.indexOf(step) + 1] : step
  if (following === undefined) {
    return {
      ...base,
      dueEpochSeconds: now + DAY_SECONDS,
      // A booking that had started, but not ended, is looked at again.
      erasedBeforeEpochSeconds: Math.min(
        earliestStartOfLasting(pass.cutoffEpochSeconds),
        lastingSinceEpochSeconds ?? pass.cutoffEpochSeconds,
      ),
    }
  }
  return {
    ...base,
    pass: {
      ...rest,
      step: following,
      ...(next !== undefined && { cursor: next }),
      erasedCount: pass.erasedCount + erased,
      ...(lastingSinceEpochSeconds !== undefined && { lastingSinceEpochSeconds }),
    },
  }
}

interface RetentionWork {
  readonly accountId: string
  readonly cutoffEpochSeconds: number
  readonly erasedBeforeEpochSeconds: number
}

type RetentionPart = (
  deps: ErasureDependencies,
  work: RetentionWork,
  cursor: string | undefined,
) => Promise<StepReport & { readonly lastingSinceEpochSeconds?: number }>

// The bookings found may be a moment old: each is read again before it is erased.
const eraseBookings: RetentionPart = async (deps, work, cursor) => {
  const { accountId, cutoffEpochSeconds, erasedBeforeEpochSeconds } = work
  const page = await deps.store.query({
    index: 'GSI5',
    partition: bookingIndexKeys.bookingsOfAccount(accountId),
    from: bookingIndexKeys.start(Math.max(0, erasedBeforeEpochSeconds)),
    to: prefixEnd(bookingIndexKeys.start(Math.max(0, cutoffEpochSeconds))),
    limit: ITEMS_AT_ONCE,
    ...(cursor !== undefined && { cursor }),
  })
  const bookings = page.items.map(bookingEntity.decode)
  const erased = await countErased(bookings, (listed) =>
    eraseBooker(
      deps,
      listed.id,
      ({ booker, endEpochSeconds }) =>
        booker !== undefined && !isErasedBooker(booker) && endEpochSeconds < cutoffEpochSeconds,
      (after) => resyncWrites(deps, after),
    ),
  )
  const first = bookings.find(isLasting(cutoffEpochSeconds))
  return {
    ...report(erased, page.cursor),
    ...(first && { lastingSinceEpochSeconds: first.startEpochSeconds }),
  }
}

const isLasting =
  (atEpochSeconds: number) =>
  ({ endEpochSeconds }: Booking): boolean =>
    endEpochSeconds >= atEpochSeconds

const eraseStays: RetentionPart = async (deps, { accountId, cutoffEpochSeconds }, cursor) => {
  // The cast: only this step writes its cursors.
  const after = cursor === undefined ? {} : (JSON.parse(cursor) as EventsCursor)
  const page = await someEventsOfAccount(deps.store, accountId, after, ITEMS_AT_ONCE)
  const isOver = (event: { readonly isStay: boolean; readonly endEpochSeconds: number }) =>
    event.isStay && event.endEpochSeconds < cutoffEpochSeconds
  const erased = await countErased(page.events, async ({ kind, event }) => {
    if (!isOver(event)) return false
    return kind === 'cancelled'
      ? await eraseCancelledStay(deps, event)
      : await eraseCalendarEvent(deps, event.id, isOver)
  })
  return report(erased, page.cursor && JSON.stringify(page.cursor))
}

const eraseContacts: RetentionPart = async (deps, { accountId, cutoffEpochSeconds }, cursor) => {
  const page = await deps.store.query({
    ...contactsRange(accountId),
    limit: ITEMS_AT_ONCE,
    consistent: true,
    ...(cursor !== undefined && { cursor }),
  })
  const erased = await countErased(page.items.map(contactEntity.decode), async (contact) => {
    if (contact.isErasing || contact.updatedAtEpochSeconds >= cutoffEpochSeconds) return false
    // It is erased with the contact that it was merged into.
    if ((await currentContact(deps, contact)).id !== contact.id) return false
    if (await hasBookingSince(deps, contact, cutoffEpochSeconds)) return false
    for (const each of [...(await mergedContacts(deps, contact)), contact]) {
      await deleteBeside(deps, each.id)
      // A conflict means that a booking was linked meanwhile.
      const outcome = await transact(deps, removalOf(each))
      if (outcome.kind !== 'done') return false
    }
    return true
  })
  return report(erased, page.cursor)
}

/**
 * Whether a contact has a booking that ends at or after a second. The index may lack one made a moment ago; its event
 * then creates the contact again.
 */
async function hasBookingSince(
  { store }: ErasureDependencies,
  contact: Contact,
  fromEpochSeconds: number,
): Promise<boolean> {
  for (const address of personAddresses(contact)) {
    const bookings = queryItems(store, {
      index: 'GSI3',
      partition: bookingIndexKeys.bookingsOfBookerEmail(contact.accountId, address),
      from: bookingIndexKeys.start(earliestStartOfLasting(fromEpochSeconds, true)),
      descending: true,
      consistent: false,
    })
    for await (const item of bookings) {
      if (isLasting(fromEpochSeconds)(bookingEntity.decode(item))) return true
    }
  }
  return false
}

/** Events and deliveries end after 30 days by themselves; dead letters do not. */
const eraseDeadLetters: RetentionPart = async (deps, { accountId, cutoffEpochSeconds }, cursor) => {
  const page = await deps.store.query({
    ...deadLettersRange(accountId, undefined),
    limit: ITEMS_AT_ONCE,
    consistent: true,
    ...(cursor !== undefined && { cursor }),
  })
  const old = page.items
    .map(deadLetterEntity.decode)
    .filter(({ task }) => task.event.occurredAtEpochMilliseconds < cutoffEpochSeconds * 1000)
  const erased = await countErased(old, (letter) =>
    replaceEvent(deps, letter, {
      match: MATCH_ANYBODY,
      eventOf: ({ task }) => task.event,
      replace: letterWith,
    }),
  )
  return report(erased, page.cursor)
}

const eraseMails: RetentionPart = async (deps, { accountId, cutoffEpochSeconds }) => {
  const erased = await deps.keptMails?.removeWhere(
    (mail) => mail.accountId === accountId && mailedAt(mail) < cutoffEpochSeconds * 1000,
  )
  return report(erased ?? 0, undefined)
}

const STEPS: Readonly<Record<RetentionStep, RetentionPart>> = {
  bookings: eraseBookings,
  calendars: eraseStays,
  contacts: eraseContacts,
  deadLetters: eraseDeadLetters,
  mails: eraseMails,
}
