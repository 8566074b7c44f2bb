import {
  claimReach,
  explainSlot,
  type LimitRefusal,
  ok,
  type Result,
  type SlotRefusal,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { occupiedTime, readLedger, withKept } from '../../ledger/occupied-time.ts'
import { explainSession, type SessionRefusal } from '../bookings/join-session.ts'
import { type LoadedEventType, loadEventType } from '../bookings/offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { ownSubjects } from '../limits/claimed-limits.ts'
import { limitsReached, readLimits } from '../limits/read-limits.ts'
import type { AskedAnswers } from '../questions/deciding-answers.ts'
import type { TeamRefusal } from '../refusals.ts'
import { checkParty } from '../seats/party.ts'
import { explainTeamStart } from '../teams/team-slots.ts'
import { workingTimeIn } from './slots.ts'

/** Whether a start can be booked, and if not, all reasons. */
export interface Explanation {
  readonly available: boolean
  readonly reasons: readonly (
    | SlotRefusal
    | TeamRefusal
    | LimitRefusal
    | { readonly code: 'event_type_inactive' | 'provider_inactive' }
    | SessionRefusal
  )[]
}

/** The booking that a start is explained for. */
export interface ExplainedParty {
  readonly durationMinutes?: number | undefined
  readonly seats?: number | undefined
  readonly answers?: AskedAnswers | undefined
}

/** Explains a start of an event type, under the same rules as lists and claims. */
export async function explainEventTypeSlot(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId'>,
  eventTypeId: string,
  startEpochSeconds: number,
  { durationMinutes, seats, answers }: ExplainedParty = {},
): Promise<Result<Explanation, Refusal>> {
  const { accountId } = caller
  const wanted = { durationMinutes, answers }
  const loaded = await loadEventType(deps, accountId, eventTypeId, true, wanted)
  if (!loaded.ok) return loaded
  const { eventType, provider } = loaded.value
  const party = checkParty('seats', eventType, seats)
  if (!party.ok) return party
  const { requirements } = eventType
  const inSession = await explainSession(deps, loaded.value, startEpochSeconds, party.value)
  const reasons: Explanation['reasons'] = [
    ...(eventType.status === 'inactive' ? [{ code: 'event_type_inactive' } as const] : []),
    ...(provider.isInactive ? [{ code: 'provider_inactive' } as const] : []),
    ...(inSession ??
      (requirements === undefined
        ? await explainOwnStart(deps, loaded.value, startEpochSeconds)
        : await explainTeamStart(deps, { ...loaded.value, requirements }, startEpochSeconds))),
  ]
  return ok({ available: reasons.length === 0, reasons })
}

/** Explains a start of an event type that takes its own provider alone. */
async function explainOwnStart(
  deps: BookingDependencies,
  loaded: LoadedEventType,
  startEpochSeconds: number,
): Promise<readonly (SlotRefusal | LimitRefusal)[]> {
  const { provider, policy } = loaded
  const start = Math.floor(startEpochSeconds / 60)
  const reach = claimReach(policy, start, start + 1)
  const range = { fromEpochMinutes: start, toEpochMinutes: start + 1 }
  const [days, calendars, working, limits] = await Promise.all([
    readLedger(deps, provider.id, reach, true),
    deps.connectedCalendars.list(deps, provider, reach, { consistent: true }),
    workingTimeIn(deps, loaded, range, { consistent: true }),
    readLimits(deps, ownSubjects(loaded), range, { consistent: true }),
  ])
  const now = epochSeconds(deps.clock)
  const occupied = occupiedTime(days, now)
  const explained = explainSlot(policy, startEpochSeconds, now, occupied, { calendars, working })
  return [
    ...withKept(explained, days, now),
    ...limitsReached(limits, startEpochSeconds, policy.durationMinutes),
  ]
}
