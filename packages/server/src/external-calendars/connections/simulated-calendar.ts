import { type Interval, ok, type Result } from '@holdfast/engine'
import { z } from 'zod'
import { providerKey } from '../../booking/keys.ts'
import { providerEntity } from '../../booking/providers/provider.ts'
import { type Caller, systemCaller } from '../../kernel/caller.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { simulatedCalendarKey } from '../keys.ts'
import { type Connection, FREE_BUSY_FAILURE } from './connection.ts'
import { connectCalendar, findConnection } from './connections.ts'
import { refreshConnection } from './refresh.ts'

const simulatedCalendarAttributes = z.object({
  version: z.int(),
  busy: z.array(z.object({ startEpochMinutes: z.number(), endEpochMinutes: z.number() })),
  /** The failure of every read. */
  failure: z.exactOptional(
    z.object({ code: FREE_BUSY_FAILURE, retryAfterSeconds: z.exactOptional(z.number()) }),
  ),
})

/** The simulated calendar of a provider. Test mode only. */
export interface SimulatedCalendar extends AttributesOf<typeof simulatedCalendarAttributes> {
  readonly providerId: string
}

type SimulatedFailure = SimulatedCalendar['failure']

/** The item of a simulated calendar. */
export const simulatedCalendarEntity = defineEntity<SimulatedCalendar, 'providerId'>({
  name: 'simulated calendar',
  key: ({ providerId }) => simulatedCalendarKey(providerId),
  inKey: { providerId: ({ PK }) => keyTail(PK) },
  schema: simulatedCalendarAttributes,
})

/** Reads the simulated calendar of a provider; undefined if none was set. */
export const readSimulatedCalendar = (
  store: Store,
  providerId: string,
): Promise<SimulatedCalendar | undefined> =>
  simulatedCalendarEntity.read(store, simulatedCalendarKey(providerId))

async function changeSimulatedCalendar(
  deps: ExternalCalendarsDependencies,
  providerId: string,
  change: (
    busy: readonly Interval[],
    failure?: SimulatedFailure,
  ) => Pick<SimulatedCalendar, 'busy' | 'failure'>,
): Promise<void> {
  return retryOnConflict(`the simulated calendar of ${providerId}`, async () => {
    const before = await readSimulatedCalendar(deps.store, providerId)
    const after = {
      providerId,
      version: (before?.version ?? 0) + 1,
      ...change(before?.busy ?? [], before?.failure),
    }
    const outcome = await transact(deps, { calendar: simulatedCalendarEntity.put(before, after) })
    return outcome.kind === 'done' ? undefined : CONFLICT
  })
}

type Answer = Result<Connection, Refusal>

/** A caller for the account of a provider. Test mode has no API keys. */
async function callerOf(
  deps: ExternalCalendarsDependencies,
  providerId: string,
): Promise<Result<Caller, Refusal>> {
  const provider = await providerEntity.read(deps.store, providerKey(providerId))
  if (provider === undefined || provider.deletedAtEpochSeconds !== undefined) {
    return notFound('provider', providerId)
  }
  return ok(systemCaller(provider.accountId, 'test-mode'))
}

/** Sets the busy times of a provider's simulated calendar, connects it if necessary, and reads it. */
export async function setSimulatedBusy(
  deps: ExternalCalendarsDependencies,
  providerId: string,
  busy: readonly Interval[],
): Promise<Answer> {
  const caller = await callerOf(deps, providerId)
  if (!caller.ok) return caller
  await changeSimulatedCalendar(deps, providerId, (_, failure) => ({
    busy,
    ...(failure && { failure }),
  }))
  if ((await findConnection(deps, providerId, 'simulated')) === undefined) {
    const connected = await connectCalendar(deps, caller.value, providerId, {
      kind: 'simulated',
      credentialReference: '',
      label: 'simulated calendar',
    })
    if (!connected.ok) return connected
  }
  const connection = await refreshConnection(deps, providerId, 'simulated', {
    untilRecorded: true,
  })
  return connection ? ok(connection) : notFound('calendar_connection', 'simulated')
}

/**
 * Makes reads of a provider's simulated calendar fail, or succeed again if `failure` is undefined. The
 * calendar is not read now.
 */
export async function setSimulatedFailure(
  deps: ExternalCalendarsDependencies,
  providerId: string,
  failure: SimulatedFailure,
): Promise<Answer> {
  const caller = await callerOf(deps, providerId)
  if (!caller.ok) return caller
  const connection = await findConnection(deps, providerId, 'simulated')
  if (connection === undefined) return notFound('calendar_connection', 'simulated')
  await changeSimulatedCalendar(deps, providerId, (busy) => ({
    busy,
    ...(failure && { failure }),
  }))
  return ok(connection)
}
