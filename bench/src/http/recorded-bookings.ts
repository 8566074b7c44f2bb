import { TZ_VERSION } from '@holdfast/engine'
import { createPhoneNumbers } from '../../../packages/server/src/adapters/phone/phone-numbers.ts'
import { systemClock } from '../../../packages/server/src/adapters/system/clock.ts'
import { createIdSource } from '../../../packages/server/src/adapters/system/ids.ts'
import { createSecrets } from '../../../packages/server/src/adapters/system/secrets.ts'
import { confirmBooking } from '../../../packages/server/src/booking/bookings/change-booking.ts'
import { createBooking } from '../../../packages/server/src/booking/bookings/create-booking.ts'
import type { BookingDependencies } from '../../../packages/server/src/booking/dependencies.ts'
import { createEventType } from '../../../packages/server/src/booking/event-types/event-types.ts'
import { createProvider } from '../../../packages/server/src/booking/provider-changes/save-provider.ts'
import { createConnectedCalendars } from '../../../packages/server/src/external-calendars/connections/connected-calendars.ts'
import type {
  Item,
  ItemKey,
  Store,
  Write,
} from '../../../packages/server/src/kernel/ports/store.ts'
import { createUnitCalendars } from '../../../packages/server/src/stays/calendars/unit-calendars.ts'
import { bookerOf, eventTypeBody, providerBody } from './bodies.ts'
import { PROVIDERS, type Slot } from './slot-pool.ts'

/** The writes of two transactions: hold a slot and confirm the hold. */
export interface RecordedBooking {
  readonly hold: readonly Write[]
  readonly confirm: readonly Write[]
}

const nameOf = ({ PK, SK }: ItemKey): string => JSON.stringify([PK, SK])

/** A store that commits everything, stores the items, and returns the writes of the last transaction. */
function recordingStore() {
  const items = new Map<string, Item>()
  let last: readonly Write[] = []
  const store: Store = {
    get: async (key) => items.get(nameOf(key)),
    getMany: async (keys) => keys.map((key) => items.get(nameOf(key))),
    query: async () => ({ items: [] }),
    async transact(writes) {
      last = writes
      for (const write of writes) if ('item' in write) items.set(nameOf(write.item), write.item)
      return { committed: true }
    },
    async *scan() {},
    scanPage: async () => ({ items: [] }),
    ping: async () => {},
    close: async () => {},
  }
  return { store, lastWrites: () => last }
}

const caller = {
  accountId: 'acc_bench',
  requestId: 'bench',
  role: 'account',
  actor: { kind: 'system' },
} as const

function done<Value>(
  answer: { readonly ok: true; readonly value: Value } | { readonly ok: false },
): Value {
  if (!answer.ok) throw new Error(`a use case was rejected: ${JSON.stringify(answer)}`)
  return answer.value
}

/**
 * Runs the use cases on a recording store. Yields exactly the transactions that the server sends, to measure
 * an engine without a server.
 */
export async function createBookingRecorder(): Promise<
  (slots: readonly Slot[]) => Promise<readonly RecordedBooking[]>
> {
  const { store, lastWrites } = recordingStore()
  const deps: BookingDependencies = {
    store,
    clock: systemClock,
    ids: createIdSource(),
    secrets: createSecrets(new Uint8Array(32)),
    phoneNumbers: createPhoneNumbers(),
    tzdbVersion: TZ_VERSION,
    connectedCalendars: createConnectedCalendars({}),
    unitCalendars: createUnitCalendars(),
  }
  const eventTypeIds: string[] = []
  for (let number = 0; number < PROVIDERS; number += 1) {
    const provider = done(await createProvider(deps, caller, providerBody(number)))
    const input = eventTypeBody(provider.id)
    eventTypeIds.push(done(await createEventType(deps, caller, input)).id)
  }
  return async (slots) => {
    const recorded: RecordedBooking[] = []
    for (const { provider, startEpochMinutes } of slots) {
      const created = done(
        await createBooking(deps, caller, {
          target: { eventTypeId: eventTypeIds[provider] as string },
          startEpochSeconds: startEpochMinutes * 60,
          booker: bookerOf(startEpochMinutes),
        }),
      )
      const hold = lastWrites()
      done(await confirmBooking(deps, caller, created.booking.id))
      recorded.push({ hold, confirm: lastWrites() })
    }
    return recorded
  }
}
