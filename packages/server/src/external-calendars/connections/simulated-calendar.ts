import { type Interval, ok, type Result, refuse } from '@holdfast/engine'
import { providerKey } from '../../booking/keys.ts'
import { providerFromItem } from '../../booking/providers/provider.ts'
import type { Caller } from '../../kernel/caller.ts'
import { DECISION_ROUNDS, tooContended } from '../../kernel/commit.ts'
import { present } from '../../kernel/items/attributes.ts'
import type { FreeBusyFailure } from '../../kernel/ports/free-busy.ts'
import type { AttributeValue, Item, Store } from '../../kernel/ports/store.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { simulatedCalendarKey } from '../keys.ts'
import type { Connection } from './connection.ts'
import { connectCalendar, findConnection } from './connections.ts'
import { refreshConnection } from './refresh.ts'

/** How a simulated calendar fails when it is read. */
export interface SimulatedFailure {
  readonly code: FreeBusyFailure
  readonly retryAfterSeconds?: number
}

/** What the simulated calendar of a provider answers; test mode only. */
export interface SimulatedCalendar {
  readonly busy: readonly Interval[]
  readonly failure?: SimulatedFailure
}

interface Stored extends SimulatedCalendar {
  readonly version: number
}

const storedFromItem = (item: Item): Stored => ({
  version: item.version as number,
  busy: item.busy as unknown as readonly Interval[],
  ...(item.failure === undefined ? {} : { failure: item.failure as unknown as SimulatedFailure }),
})

/** What the simulated calendar of a provider answers now. */
export async function readSimulatedCalendar(
  store: Store,
  providerId: string,
): Promise<Stored | undefined> {
  const item = await store.get(simulatedCalendarKey(providerId), { consistent: true })
  return item && storedFromItem(item)
}

async function changeSimulatedCalendar(
  deps: ExternalCalendarsDependencies,
  providerId: string,
  change: (before: SimulatedCalendar) => SimulatedCalendar,
): Promise<void> {
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const before = await readSimulatedCalendar(deps.store, providerId)
    const { busy, failure } = change(before ?? { busy: [] })
    const item: Item = {
      ...simulatedCalendarKey(providerId),
      ...present({
        version: (before?.version ?? 0) + 1,
        busy: busy as unknown as AttributeValue,
        failure: failure as unknown as AttributeValue | undefined,
      }),
    }
    const outcome = await deps.store.transact(
      [
        before
          ? { kind: 'put-if-version', item, version: before.version }
          : { kind: 'put-if-absent', item },
      ],
      deps.ids.next('event', deps.clock.nowEpochMilliseconds()),
    )
    if (outcome.committed) return
  }
  throw tooContended(`the simulated calendar of ${providerId}`)
}

type Answer = Result<Connection, Refusal>

/** The account of a provider, whoever asks: test mode has no keys. */
async function callerOf(
  deps: ExternalCalendarsDependencies,
  providerId: string,
): Promise<Result<Caller, Refusal>> {
  const item = await deps.store.get(providerKey(providerId), { consistent: true })
  const provider = item && providerFromItem(item)
  if (provider === undefined || provider.deletedAtEpochSeconds !== undefined) {
    return notFound('provider', providerId)
  }
  return ok({ accountId: provider.accountId, requestId: 'test-mode', role: 'account' })
}

/**
 * Sets what the simulated calendar of a provider says is busy, connects it if it is not, and reads it:
 * what is answered afterwards goes by it.
 */
export async function setSimulatedBusy(
  deps: ExternalCalendarsDependencies,
  providerId: string,
  busy: readonly Interval[],
): Promise<Answer> {
  const caller = await callerOf(deps, providerId)
  if (!caller.ok) return caller
  await changeSimulatedCalendar(deps, providerId, (before) => ({ ...before, busy }))
  if ((await findConnection(deps, providerId, 'simulated')) === undefined) {
    const connected = await connectCalendar(deps, caller.value, providerId, {
      kind: 'simulated',
      credentialReference: '',
      label: 'simulated calendar',
    })
    if (!connected.ok) return refuse(connected.refusal)
  }
  return await readAgain(deps, providerId)
}

/**
 * Lets reads of the simulated calendar of a provider fail from now on, or succeed again; nothing is
 * read until it is due.
 */
export async function setSimulatedFailure(
  deps: ExternalCalendarsDependencies,
  providerId: string,
  failure: SimulatedFailure | undefined,
): Promise<Answer> {
  const caller = await callerOf(deps, providerId)
  if (!caller.ok) return caller
  const connection = await findConnection(deps, providerId, 'simulated')
  if (connection === undefined) return notFound('calendar_connection', 'simulated')
  await changeSimulatedCalendar(deps, providerId, ({ busy }) => ({
    busy,
    ...(failure && { failure }),
  }))
  return ok(connection)
}

async function readAgain(deps: ExternalCalendarsDependencies, providerId: string): Promise<Answer> {
  const connection = await refreshConnection(deps, providerId, 'simulated', { untilRecorded: true })
  return connection ? ok(connection) : notFound('calendar_connection', 'simulated')
}
