import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEventName } from '../../kernel/events/event.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { ownTaskWrite } from '../../kernel/queue/own-task.ts'
import {
  isLive,
  personOf,
  placeOf,
  type WaitlistEntry,
  waitlistEntryEntity,
  waitlistPersonEntity,
  waitlistPlaceEntity,
} from './entry.ts'

/** An email about an entry, as an event for the `mails` consumer alone. */
export type WaitlistEmail = Extract<
  DomainEventName,
  'waitlist.unconfirmed' | 'waitlist.joined' | 'waitlist.ended'
>

/** The name of a write of an entry in its transaction. */
export type EntryWriteName = 'entry' | 'place' | 'person' | 'email'

/**
 * The writes of a change of an entry, on condition that it has not changed: the entry, its place on the wait list, the
 * reservation of its person, and an email. `before` is absent for a new entry.
 */
export function entryWrites(
  deps: Pick<Dependencies, 'clock' | 'ids'>,
  before: WaitlistEntry | undefined,
  after: WaitlistEntry,
  email?: WaitlistEmail,
): Readonly<Partial<Record<EntryWriteName, Write>>> {
  const had = before?.status === 'waiting'
  const has = after.status === 'waiting'
  const wasLive = before !== undefined && isLive(before)
  const isStillLive = isLive(after)
  return {
    entry: waitlistEntryEntity.put(before, after),
    ...(had && !has && { place: waitlistPlaceEntity.discard(placeOf(after)) }),
    ...(has && !had && { place: waitlistPlaceEntity.create(placeOf(after)) }),
    ...(wasLive && !isStillLive && { person: waitlistPersonEntity.discard(personOf(after)) }),
    ...(isStillLive && !wasLive && { person: waitlistPersonEntity.create(personOf(after)) }),
    ...(email && { email: emailWrite(deps, after, email) }),
  }
}

const emailWrite = (
  deps: Pick<Dependencies, 'clock' | 'ids'>,
  { accountId, id, version }: WaitlistEntry,
  type: WaitlistEmail,
): Write =>
  ownTaskWrite(deps, 'mails', {
    type,
    accountId,
    resourceId: id,
    resourceVersion: version,
    // The email reads the entry when it is written.
    data: {},
  })
