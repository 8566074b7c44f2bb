import { z } from 'zod'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { ownTaskWrite } from '../../kernel/queue/own-task.ts'

/** Longer than a request takes that read the event type or the provider before the limit was there. */
const SECOND_LOOK_MILLISECONDS = 60_000

/** The data of a task that counts what is booked already. */
export const RECOUNT = z.object({
  /** The event type, the provider or the account with the new limit. */
  subjectId: z.string(),
  /** Where to go on in its bookings. Absent: at the first one. */
  cursor: z.exactOptional(z.string()),
})

/** Whether `after` has a limit that `before` had not, so that what is booked already is not counted yet. */
export function addsLimit(before: object | undefined, after: object | undefined): boolean {
  const had = new Set(namesOf(before))
  return namesOf(after).some((name) => !had.has(name))
}

/** The names of the limits that are set. */
const namesOf = (limits: object = {}): readonly string[] =>
  Object.entries(limits).flatMap(([name, max]) => (max === undefined ? [] : name))

/**
 * The tasks that count the bookings which were made before a limit was added: one at once, and one for those that were
 * being made meanwhile. Empty if no limit was added.
 */
export function recountWrites(
  deps: Pick<Dependencies, 'ids' | 'clock'>,
  subject: { readonly id: string; readonly accountId: string },
  before: object | undefined,
  after: object | undefined,
): { readonly firstCount?: Write; readonly secondCount?: Write } {
  if (!addsLimit(before, after)) return {}
  return {
    firstCount: recountWrite(deps, subject, 0),
    secondCount: recountWrite(deps, subject, SECOND_LOOK_MILLISECONDS),
  }
}

/** The write of a task that counts the bookings of an event type or a provider, from a cursor on. */
export function recountWrite(
  deps: Pick<Dependencies, 'ids' | 'clock'>,
  subject: { readonly id: string; readonly accountId: string },
  delayMilliseconds: number,
  cursor?: string,
): Write {
  const data = {
    subjectId: subject.id,
    ...(cursor !== undefined && { cursor }),
  } satisfies z.infer<typeof RECOUNT>
  const cause = {
    type: 'limits.recount',
    accountId: subject.accountId,
    resourceId: subject.id,
    resourceVersion: 1,
    data,
  } as const
  return ownTaskWrite(deps, 'schedule', cause, delayMilliseconds)
}
