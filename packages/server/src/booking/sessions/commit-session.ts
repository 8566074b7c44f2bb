import {
  type ClaimInterval,
  type ClassSession,
  type CountOwner,
  claimOfSession,
  countSteps,
  formatDate,
  isShared,
  type OwnerClaim,
  ok,
  providersOf,
  type Result,
  refuse,
  sessionOwnerId,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { countFromItem } from '../../kernel/items/count-item.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import type { Item, ItemKey, Write } from '../../kernel/ports/store.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commit, type NamedWrites } from '../../kernel/transaction.ts'
import { type OwnedStep, replaceSteps } from '../../ledger/claim-writes.ts'
import { countWrite, type OwnedCountStep } from '../../ledger/count-writes.ts'
import { dayStepsOf, type LedgerStep } from '../../ledger/day-steps.ts'
import { counterKey, ledgerKey } from '../../ledger/keys.ts'
import type { BookingCommitted } from '../booking-committed.ts'
import { limitReached } from '../limits/limit-reached.ts'
import { timeOfSession } from '../seats/plan-sessions.ts'
import { type StoredSession, sessionWrite } from '../seats/session-item.ts'
import { readSession } from './read-session.ts'

/** What becomes of the session at one start. `before`: as it was read; undefined if there never was one. */
export interface SessionChange {
  readonly before: StoredSession | undefined
  readonly after: ClassSession
}

/** A change of a whole session: of the one at its start and, if it moves, of the one at its new start. */
export interface WholeChange {
  readonly changes: readonly [SessionChange, ...SessionChange[]]
  /** The largest count of each counter that is claimed. */
  readonly limits?: ReadonlyMap<string, number> | undefined
  /** Events and tasks. Called once for each attempt to commit. */
  readonly further: () => NamedWrites<`further:${string}`>
}

/**
 * Commits a change of a whole session in one transaction: the session at each start, the time of all providers, the parts
 * of limits, events, tasks and the idempotency answer. `stale`: a session changed meanwhile.
 */
export const commitSession = <Value>(
  deps: Dependencies,
  caller: Caller<Value>,
  whole: WholeChange,
  value: Value,
): Promise<BookingCommitted> => {
  const [{ after }] = whole.changes
  const name = sessionOwnerId(after.eventTypeId, after.startEpochSeconds)
  return retryOnConflict(`session ${name}`, () => attempt(deps, caller, whole, value))
}

async function attempt<Value>(
  deps: Dependencies,
  caller: Caller<Value>,
  { changes, limits, further }: WholeChange,
  value: Value,
): Promise<BookingCommitted | typeof CONFLICT> {
  const now = epochSeconds(deps.clock)
  const planned = { days: daysOf(changes, now), counters: countersOf(changes, limits, now) }
  const ledgers = await readItems(
    deps.store,
    planned.days.map(({ key }) => key),
    { consistent: true },
  )
  const counted = await readItems(
    deps.store,
    planned.counters.map(({ counter }) => counterKey(counter)),
    { consistent: true },
  )
  // What was read before a session changed belongs to the new one, perhaps: its own new time would look taken.
  if (await haveChanged(deps, changes)) return { kind: 'stale' }
  const days = dayWrites(changes, planned.days, ledgers)
  if (!days.ok) return days.refusal
  const counts = countWrites(planned.counters, counted, now)
  if (!counts.ok) return counts.refusal
  const sessions = changes.map(({ before, after }) => sessionWrite(before, after))
  const committed = await commit<Value, string>(
    deps,
    caller,
    {
      ...named('session', sessions),
      ...named('day', days.value),
      ...named('count', counts.value),
      ...further(),
    },
    value,
  )
  if (committed.kind !== 'conflict') return committed
  const isStale = [...committed.conflicts.keys()].some((name) => name.startsWith('session:'))
  return isStale ? { kind: 'stale' } : CONFLICT
}

const named = (kind: string, writes: readonly Write[]): NamedWrites =>
  Object.fromEntries(writes.map((write, index) => [`${kind}:${index}`, write]))

type Refused = BookingCommitted & { readonly kind: 'refused' }

/** A step of one provider's ledger that belongs to a change of a session. */
interface ProviderStep {
  readonly providerId: string
  readonly change: SessionChange
  readonly step: LedgerStep
}

/** What becomes of the time of each provider: who leaves is free, and who joins is claimed. */
function stepsOf(change: SessionChange, now: number): readonly ProviderStep[] {
  const had = claimOfSession(change.before?.session, now)
  const has = claimOfSession(change.after, now)
  const before = had.kind === 'none' || !change.before ? [] : providersOf(change.before.session)
  const after = has.kind === 'none' ? [] : providersOf(change.after)
  const time = timeOfSession(change.after)
  const leaving = before.filter((id) => !after.includes(id))
  const joining = after.filter((id) => !before.includes(id))
  return [
    ...leaving.map((providerId) => ({
      providerId,
      change,
      step: { kind: 'release', from: time, held: had.kind === 'held' } as const,
    })),
    ...joining.map((providerId) => ({ providerId, change, step: claimStep(has, time) })),
  ]
}

const claimStep = (claim: OwnerClaim, to: ClaimInterval): LedgerStep => ({
  kind: 'claim',
  to,
  ...(claim.kind === 'held' && { holdUntilEpochSeconds: claim.untilEpochSeconds }),
})

/** The steps of a change on one day of a provider's ledger. */
interface ChangedDay {
  readonly key: ItemKey
  readonly dayNumber: number
  readonly providerId: string
  readonly owned: readonly OwnedStep[]
}

function daysOf(changes: readonly SessionChange[], now: number): readonly ChangedDay[] {
  const parts = changes
    .flatMap((change) => stepsOf(change, now))
    .flatMap(({ providerId, change, step }) => {
      const { before, after } = change
      const claimant = {
        providerId,
        ownerId: sessionOwnerId(after.eventTypeId, after.startEpochSeconds),
        nowEpochSeconds: now,
        isShared: isShared(after),
        wasShared: before !== undefined && isShared(before.session),
      }
      return [...dayStepsOf(step, claimant)].map(([dayNumber, part]) => ({
        dayNumber,
        owned: { step: part, claimant },
      }))
    })
  const byDay = Map.groupBy(
    parts,
    ({ dayNumber, owned }) => `${owned.claimant.providerId} ${dayNumber}`,
  )
  return [...byDay.values()].flatMap((ofDay) => {
    const [first] = ofDay
    if (first === undefined) return []
    const { dayNumber, owned } = first
    const { providerId } = owned.claimant
    const key = ledgerKey(providerId, formatDate(dayNumber))
    return [{ key, dayNumber, providerId, owned: ofDay.map((part) => part.owned) }]
  })
}

function dayWrites(
  changes: readonly SessionChange[],
  days: readonly ChangedDay[],
  items: readonly (Item | undefined)[],
): Result<readonly Write[], Refused> {
  const writes: Write[] = []
  for (const [index, { dayNumber, providerId, owned }] of days.entries()) {
    const written = replaceSteps(owned, dayNumber, ledgerFromItem(items[index]))
    if (!written.ok) {
      const { startEpochSeconds } = (changes.at(-1) as SessionChange).after
      const refusal = { code: 'slot_taken', startEpochSeconds } as const
      return refuse({ kind: 'refused', refusal, takenProviderId: providerId })
    }
    if (written.value) writes.push(written.value)
  }
  return ok(writes)
}

/** The steps of a change on one counter. */
interface ChangedCounter {
  readonly counter: string
  readonly steps: readonly OwnedCountStep[]
}

function countersOf(
  changes: readonly SessionChange[],
  limits: ReadonlyMap<string, number> | undefined,
  now: number,
): readonly ChangedCounter[] {
  const steps = changes.flatMap(({ before, after }) =>
    countSteps(ownerOf(before?.session, now), ownerOf(after, now)).map(
      (step): OwnedCountStep => ({
        ownerId: sessionOwnerId(after.eventTypeId, after.startEpochSeconds),
        step,
        max: limits?.get(step.counter),
      }),
    ),
  )
  return [...Map.groupBy(steps, ({ step }) => step.counter)].map(([counter, ofOne]) => ({
    counter,
    steps: ofOne,
  }))
}

function countWrites(
  counters: readonly ChangedCounter[],
  items: readonly (Item | undefined)[],
  now: number,
): Result<readonly Write[], Refused> {
  const writes: Write[] = []
  for (const [index, { counter, steps }] of counters.entries()) {
    const written = countWrite(steps, countFromItem(items[index]), now)
    if (!written.ok) {
      const max = steps.find((each) => each.max !== undefined)?.max
      // A provider whose limit is reached cannot take it; another one may.
      const [subjectId = ''] = counter.split(':')
      return refuse({
        kind: 'refused',
        refusal: limitReached(counter, max),
        ...(subjectId.startsWith('prv_') && { takenProviderId: subjectId }),
      })
    }
    if (written.value) writes.push(written.value)
  }
  return ok(writes)
}

/** Whether a session is not as it was read any more. */
async function haveChanged(
  deps: Pick<Dependencies, 'store'>,
  changes: readonly SessionChange[],
): Promise<boolean> {
  const current = await Promise.all(changes.map(({ after }) => readSession(deps, after)))
  return changes.some(({ before }, index) => before?.rev !== current[index]?.rev)
}

/** What a session has of counts. */
const ownerOf = (session: ClassSession | undefined, now: number): CountOwner => ({
  claim: claimOfSession(session, now),
  counts: session?.counts ?? [],
  endEpochSeconds: session?.endEpochSeconds ?? 0,
})
