import { z } from 'zod'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type AttributesOf, defineEntity, defineMappedEntity } from '../../kernel/entity.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { erasureDueKey, erasureKey } from '../keys.ts'

/** The steps of an erasure, in their order. A round goes through all but the last. */
export const ERASURE_STEPS = [
  'bookings',
  'guests',
  'waitlist',
  'calendars',
  'outbox',
  'tasks',
  'log',
  'deadLetters',
  'deliveries',
  'mails',
  'contact',
] as const

/** A step of an erasure. */
export type ErasureStep = (typeof ERASURE_STEPS)[number]

const erasureProgressAttributes = z.object({
  contactId: z.string(),
  /** The email address, in lower case; of a contact without one, its id. */
  email: z.string(),
  /** The names of the person, as bookings and stays had them at the beginning. */
  names: z.array(z.string()),
  /** Whether bookings and stays that are live and from before the request are cancelled. */
  cancels: z.boolean(),
  step: z.enum(ERASURE_STEPS),
  /** Where the step continues. Absent: at its beginning. */
  cursor: z.exactOptional(z.string()),
  /**
   * Whether this is not the first round. The first one takes what it finds, whatever clock stamped it: it begins after
   * the request, so that it finds all that existed then.
   */
  isLaterRound: z.exactOptional(z.boolean()),
  roundStartedAtEpochSeconds: z.int(),
  /** How many things this round has erased so far. A round that erases nothing is the last. */
  erasedInRound: z.int(),
  /** How many things all rounds have erased so far. */
  erasedCount: z.int(),
  /** When the next part of the work is due. */
  dueEpochSeconds: z.int(),
})

/** What an erasure still needs to know. It is gone when the erasure is complete. */
export type ErasureProgress = AttributesOf<typeof erasureProgressAttributes>

const erasureAttributes = z.object({
  accountId: z.string(),
  mark: z.string(),
  version: z.int(),
  requestedAtEpochMilliseconds: z.int(),
  /**
   * The last position of the account's event log before the request: all events up to it were there. Absent if an
   * earlier version wrote the erasure.
   */
  loggedThrough: z.exactOptional(z.int()),
  /** Absent if the erasure is complete. */
  progress: z.exactOptional(erasureProgressAttributes),
  /** Set if the erasure is complete: when the tombstone ends. */
  endsAtEpochSeconds: z.exactOptional(z.int()),
})

/**
 * The erasure of a person. After its end it stays as a tombstone for 30 days, so that no late copy of an
 * event writes the person again: an event at or before the request is about the erased person, a later one is
 * not. It holds no address: the mark is an HMAC of account and address.
 */
export interface Erasure extends AttributesOf<typeof erasureAttributes> {}

/** How long the tombstone of an erased person stays: as long as events do. */
export const TOMBSTONE_SECONDS = 30 * 24 * 60 * 60

/** The item of an erasure. */
export const erasureEntity = defineEntity<Erasure>({
  name: 'erasure',
  key: ({ accountId, mark }) => erasureKey(accountId, mark),
  inKey: {},
  schema: erasureAttributes,
  ttl: ({ endsAtEpochSeconds }) => endsAtEpochSeconds,
})

/** The entry of an erasure in the queue of those that are not complete. */
export interface DueErasure {
  readonly accountId: string
  readonly mark: string
  readonly dueEpochSeconds: number
}

/** The item of an entry in the queue of erasures. */
export const dueErasureEntity = defineMappedEntity<DueErasure, { readonly version: 1 }>({
  name: 'due erasure',
  key: ({ accountId, mark, dueEpochSeconds }) => erasureDueKey(accountId, mark, dueEpochSeconds),
  schema: z.object({ version: z.literal(1) }),
  toAttributes: () => ({ version: 1 }),
  fromAttributes(_, { SK }) {
    const [due = '', accountId = '', mark = ''] = SK.split('#')
    return { accountId, mark, dueEpochSeconds: Number(due) }
  },
})

/** Finds the erasure of a person by email address, or by the id of a contact without one, under the mark of any server key. Undefined if there is none. */
export async function findErasure(
  { store, secrets }: Pick<Dependencies, 'store' | 'secrets'>,
  accountId: string,
  address: string,
): Promise<Erasure | undefined> {
  const keys = secrets.personMarks(accountId, address).map((mark) => erasureKey(accountId, mark))
  const items = await store.getMany(keys, { consistent: true })
  const found = items.find((item) => item !== undefined)
  return found && erasureEntity.decode(found)
}

/** Whether an event is about the person as they were before the request to erase them. */
export const isBefore = (
  event: Pick<DomainEvent, 'occurredAtEpochMilliseconds'>,
  erasure: Pick<Erasure, 'requestedAtEpochMilliseconds'> | undefined,
): boolean =>
  erasure !== undefined && event.occurredAtEpochMilliseconds <= erasure.requestedAtEpochMilliseconds
