import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { mentionsOf } from '../../kernel/privacy/person.ts'
import { type NamedWrites, transact } from '../../kernel/transaction.ts'
import { type Contact, contactEntity, removalOf } from '../../people/contacts/contact.ts'
import {
  type DueErasure,
  dueErasureEntity,
  ERASURE_STEPS,
  type Erasure,
  type ErasureProgress,
  erasureEntity,
  TOMBSTONE_SECONDS,
} from '../../people/contacts/erasure.ts'
import {
  contactBookingsRange,
  contactIdKey,
  contactKeyOf,
  contactNotesRange,
  erasureKey,
  erasuresDue,
} from '../../people/keys.ts'
import { STEPS } from './erasure-steps.ts'
import type { ErasureDependencies, ErasureWork } from './erasure-work.ts'

/**
 * How long copies of what was erased may live in memory, of this server or another: in a consumer that sends a
 * webhook, in a request that is on its way to the store. A round that begins this long after the request, or after
 * one that still found something, and finds nothing, is the last.
 */
export const QUIET_SECONDS = 120

/** Parts of steps that one run does for one person. */
const PARTS_PER_RUN = 50
/** The items beside a contact that one transaction deletes. */
const ITEMS_AT_ONCE = 90

/** What one run did. */
export interface ErasureReport {
  /** How many erasures were completed. */
  readonly completed: number
  /** Whether more is due now. */
  readonly more: boolean
}

type Ended = 'due' | 'later' | 'complete'

/**
 * Does a part of each erasure that is due, at most `limit` of them. The progress is stored after each part, so that
 * another run continues it, also of another server. Every part can be repeated, since it erases what it finds.
 */
export async function runErasures(
  deps: ErasureDependencies,
  limit: number,
): Promise<ErasureReport> {
  const due = erasuresDue(epochSeconds(deps.clock))
  const page = await deps.store.query({ ...due, limit, consistent: true })
  const ends: Ended[] = []
  for (const item of page.items) ends.push(await advance(deps, dueErasureEntity.decode(item)))
  return {
    completed: ends.filter((end) => end === 'complete').length,
    more: page.cursor !== undefined || ends.includes('due'),
  }
}

async function advance(deps: ErasureDependencies, due: DueErasure): Promise<Ended> {
  let erasure = await erasureEntity.read(deps.store, erasureKey(due.accountId, due.mark))
  for (let part = 0; part < PARTS_PER_RUN; part += 1) {
    const progress = erasure?.progress
    if (!erasure || progress?.dueEpochSeconds !== due.dueEpochSeconds) {
      // Another server has moved or completed it, or its account is gone.
      await transact(deps, { due: dueErasureEntity.discard(due) })
      return 'later'
    }
    const after =
      progress.step === 'contact'
        ? await endRound(deps, erasure, progress)
        : await doPart(deps, erasure, progress)
    // Another server works on it, too, and was faster.
    if (after === undefined) return 'later'
    if (after.progress === undefined) return 'complete'
    if (after.progress.dueEpochSeconds > epochSeconds(deps.clock)) return 'later'
    erasure = after
  }
  return 'due'
}

const workOf = (erasure: Erasure, progress: ErasureProgress): ErasureWork => ({
  accountId: erasure.accountId,
  requestedAtEpochMilliseconds: erasure.requestedAtEpochMilliseconds,
  progress,
  mentions: mentionsOf({ addresses: [progress.email], names: progress.names }),
})

/** Does a part of a step and stores the progress. Undefined if another server was faster. */
async function doPart(
  deps: ErasureDependencies,
  erasure: Erasure,
  progress: ErasureProgress,
): Promise<Erasure | undefined> {
  const { step, cursor, ...rest } = progress
  if (step === 'contact') return erasure
  const { erased, cursor: next } = await STEPS[step](deps, workOf(erasure, progress), cursor)
  const following = ERASURE_STEPS[ERASURE_STEPS.indexOf(step) + 1] ?? 'contact'
  return await moveOn(deps, erasure, progress, {
    ...rest,
    step: next === undefined ? following : step,
    ...(next !== undefined && { cursor: next }),
    erasedInRound: progress.erasedInRound + erased,
    erasedCount: progress.erasedCount + erased,
  })
}

/** Stores the progress of an erasure. Undefined if it was changed meanwhile. */
async function moveOn(
  deps: ErasureDependencies,
  erasure: Erasure,
  before: ErasureProgress,
  progress: ErasureProgress,
): Promise<Erasure | undefined> {
  const after = { ...erasure, progress, version: erasure.version + 1 }
  const entry = ({ dueEpochSeconds }: ErasureProgress): DueErasure => ({
    accountId: erasure.accountId,
    mark: erasure.mark,
    dueEpochSeconds,
  })
  const isMoved = before.dueEpochSeconds !== progress.dueEpochSeconds
  const outcome = await transact(deps, {
    erasure: erasureEntity.replace(erasure, after),
    oldDue: isMoved ? dueErasureEntity.discard(entry(before)) : undefined,
    due: isMoved ? dueErasureEntity.create(entry(progress)) : undefined,
  })
  return outcome.kind === 'done' ? after : undefined
}

/** Ends a round: plans another one, or completes the erasure. */
async function endRound(
  deps: ErasureDependencies,
  erasure: Erasure,
  progress: ErasureProgress,
): Promise<Erasure | undefined> {
  const { roundStartedAtEpochSeconds: startedAt, erasedInRound } = progress
  const requestedAt = Math.floor(erasure.requestedAtEpochMilliseconds / 1000)
  if (erasedInRound === 0 && startedAt >= requestedAt + QUIET_SECONDS) {
    return await complete(deps, erasure, progress)
  }
  const dueEpochSeconds = startedAt + QUIET_SECONDS
  return await moveOn(deps, erasure, progress, {
    ...progress,
    step: 'bookings',
    isLaterRound: true,
    erasedInRound: 0,
    roundStartedAtEpochSeconds: dueEpochSeconds,
    dueEpochSeconds,
  })
}

/**
 * Deletes the contact with its links, and what the erasure knew of the person, in one transaction at last. Until
 * then the contact tells that it is being erased.
 */
async function complete(
  deps: ErasureDependencies,
  erasure: Erasure,
  progress: ErasureProgress,
): Promise<Erasure | undefined> {
  const { accountId } = erasure
  await deleteBeside(deps, progress.contactId)
  const key = contactKeyOf(accountId, progress.email)
  const contact = await contactEntity.read(deps.store, key)
  const { progress: _, ...rest } = erasure
  const after: Erasure = {
    ...rest,
    version: erasure.version + 1,
    endsAtEpochSeconds: epochSeconds(deps.clock) + TOMBSTONE_SECONDS,
  }
  const outcome = await transact<string>(deps, {
    erasure: erasureEntity.replace(erasure, after),
    due: dueErasureEntity.discard({ ...erasure, dueEpochSeconds: progress.dueEpochSeconds }),
    ...contactWrites(contact, progress.contactId),
  })
  if (outcome.kind !== 'done') return undefined
  await deps.purgeDeleted?.()
  return after
}

const contactWrites = (contact: Contact | undefined, contactId: string): NamedWrites =>
  contact?.id === contactId
    ? removalOf(contact)
    : { address: { kind: 'delete', key: contactIdKey(contactId) } }

/** Deletes what lies beside a contact: its links to bookings, and notes. */
export async function deleteBeside(deps: ErasureDependencies, contactId: string): Promise<void> {
  for (const range of [contactBookingsRange(contactId), contactNotesRange(contactId)]) {
    for (;;) {
      const { items } = await deps.store.query({ ...range, limit: ITEMS_AT_ONCE, consistent: true })
      if (items.length === 0) break
      const deletions = items.map(({ PK, SK }): [string, Write] => [
        SK,
        { kind: 'delete', key: { PK, SK } },
      ])
      await transact(deps, Object.fromEntries(deletions))
    }
  }
}
