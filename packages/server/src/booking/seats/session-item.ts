import { type ClassSession, InvariantViolated } from '@holdfast/engine'
import { z } from 'zod'
import { countFromItem } from '../../kernel/items/count-item.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { AttributeValue, Item } from '../../kernel/ports/store.ts'

/** A session as it is stored: its count with the facts of its first seat, under a `rev`. */
export interface StoredSession extends ClassSession {
  readonly rev: number
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
  assignments: z.exactOptional(
    z.array(
      z.object({ requirement: z.string(), providerId: z.string(), providerName: z.string() }),
    ),
  ),
  counts: z.exactOptional(z.array(COUNTED)),
  isFinal: z.exactOptional(z.literal(true)),
  closed: z.exactOptional(CLOSED),
  firstStartEpochSeconds: z.exactOptional(z.int()),
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
    throw new InvariantViolated(`${item.PK} ${item.SK} is not a valid session: ${problem}`)
  }
  const startEpochSeconds = Number(keyTail(item.SK))
  const session = { ...parsed.data, startEpochSeconds, ...countFromItem(item) }
  sessions.set(item, session)
  return session
}

/** How long an empty session stays after its end. */
const KEPT_DAYS = 30

/**
 * The attributes of a session beside its key and its count. One that nobody is in, and that does not lead to
 * another start, is removed 30 days after its end.
 */
export function sessionAttributes({
  used,
  holds: _holds,
  startEpochSeconds: _start,
  ...session
}: ClassSession & { readonly rev?: number }): Readonly<Record<string, AttributeValue | undefined>> {
  const { rev: _rev, policy, assignments, counts, closed, ...rest } = session
  return {
    ...rest,
    policy: { ...policy },
    assignments: assignments?.map((each) => ({ ...each })),
    counts: counts?.map((each) => ({ ...each })),
    closed: closed && { ...closed },
    ttl: used === 0 ? session.endEpochSeconds + KEPT_DAYS * 86_400 : undefined,
  }
}
