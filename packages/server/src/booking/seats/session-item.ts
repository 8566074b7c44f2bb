import { type ClassSession, InvariantViolated } from '@holdfast/engine'
import { z } from 'zod'
import { assignmentsSchema } from '../../kernel/booking-fields/stored-parts.ts'
import { countFromItem, isCountAttribute } from '../../kernel/items/count-item.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Item, ItemKey } from '../../kernel/ports/store.ts'
import type { KeyedWrite } from '../../ledger/known.ts'
import { sessionKey } from '../keys.ts'

/** A session as it is stored. Every write adds 1 to `rev`. */
export interface StoredSession {
  readonly rev: number
  readonly session: ClassSession
}

const COUNTED = z.object({
  counter: z.string(),
  amount: z.int(),
  endsWithBooking: z.exactOptional(z.literal(true)),
})

const CLOSED = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cancelled'), reason: z.exactOptional(z.string()) }),
  z.object({ kind: z.literal('moved'), startEpochSeconds: z.int() }),
])

/** The attributes of a session beside its count. The partition names the event type, the sort key the start. */
const SCHEMA = z.object({
  accountId: z.string(),
  eventTypeId: z.string(),
  endEpochSeconds: z.int(),
  policy: z.object({
    durationMinutes: z.int(),
    bufferBeforeMinutes: z.int(),
    bufferAfterMinutes: z.int(),
  }),
  timeZone: z.string(),
  localStart: z.string(),
  tzdbVersion: z.string(),
  providerId: z.string(),
  assignments: z.exactOptional(assignmentsSchema),
  counts: z.exactOptional(z.array(COUNTED)),
  isFinal: z.exactOptional(z.literal(true)),
  closed: z.exactOptional(CLOSED),
  firstStartEpochSeconds: z.exactOptional(z.int()),
  sequence: z.exactOptional(z.int()),
})

const sessions = new WeakMap<Item, StoredSession>()

/** Reads the item of a session. Throws `InvariantViolated` if an attribute does not fit the schema. */
export function sessionFromItem(item: Item): StoredSession {
  const known = sessions.get(item)
  if (known !== undefined) return known
  const parsed = SCHEMA.safeParse(item)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const problem = `${issue?.path.join('.')}: ${issue?.message}`
    const { PK, SK }: ItemKey = item
    throw new InvariantViolated(`${PK} ${SK} is not a valid session: ${problem}`)
  }
  const startEpochSeconds = Number(keyTail(item.SK))
  const { rev, ...count } = countFromItem(item)
  // The attributes, and not the parsed copy: the copy would drop those that a later version has written, and the next write would
  // delete them.
  const attributes = Object.entries(item).filter(
    ([name]) => !isCountAttribute(name) && name !== 'ttl',
  )
  const session = {
    ...(Object.fromEntries(attributes) as typeof parsed.data),
    startEpochSeconds,
    ...count,
  }
  const stored = { rev, session }
  sessions.set(item, stored)
  return stored
}

/** How long an empty session stays after its end. */
const KEPT_DAYS = 30

/**
 * Writes a session if it is still as it was read. One that nobody is in any more is removed 30 days after its end: until
 * then its `rev` goes on, so that no write mistakes a later session for it.
 */
export function sessionWrite(before: StoredSession | undefined, after: ClassSession): KeyedWrite {
  const { used, holds, startEpochSeconds, policy, assignments, counts, closed, ...rest } = after
  return {
    kind: 'count-replace',
    key: sessionKey(after.eventTypeId, startEpochSeconds),
    ifRev: before?.rev ?? 0,
    next: { used, holds },
    attributes: {
      ...rest,
      policy: { ...policy },
      assignments: assignments?.map((each) => ({ ...each })),
      counts: counts?.map((each) => ({ ...each })),
      closed: closed && { ...closed },
      ttl: used === 0 ? after.endEpochSeconds + KEPT_DAYS * 86_400 : undefined,
    },
  }
}
