import { TZ_VERSION, WEEKDAYS } from '@holdfast/engine'
import { createPhoneNumbers } from '../../../packages/server/src/adapters/phone/phone-numbers.ts'
import { createSecrets } from '../../../packages/server/src/adapters/system/secrets.ts'
import { eventTypeOffer, type Offer } from '../../../packages/server/src/booking/bookings/offer.ts'
import type { BookingDependencies } from '../../../packages/server/src/booking/dependencies.ts'
import {
  createEventType,
  type EventTypeInput,
} from '../../../packages/server/src/booking/event-types/event-types.ts'
import { createProvider } from '../../../packages/server/src/booking/provider-changes/save-provider.ts'
import { publish } from '../../../packages/server/src/delivery/events/publish.ts'
import { createConnectedCalendars } from '../../../packages/server/src/external-calendars/connections/connected-calendars.ts'
import { firstAccount } from '../../../packages/server/src/identity/accounts/accounts.ts'
import { systemCaller } from '../../../packages/server/src/kernel/caller.ts'
import { isWaiting, outboxEntity } from '../../../packages/server/src/kernel/events/outbox.ts'
import { ALL_SHARDS, outboxPartition } from '../../../packages/server/src/kernel/keys.ts'
import { mapAtMost } from '../../../packages/server/src/kernel/map-at-most.ts'
import type { Store } from '../../../packages/server/src/kernel/ports/store.ts'
import { createBookingPayments } from '../../../packages/server/src/payments/payment/booking-payments.ts'
import { createUnitCalendars } from '../../../packages/server/src/stays/calendars/unit-calendars.ts'
import { eventTypeBody, providerBody } from '../http/bodies.ts'
import { seeded } from '../scale/random.ts'
import type { FillPlan } from './fill-plan.ts'
import { seededIds } from './seeded-ids.ts'
import { SERVER_KEY_BYTE } from './server-key.ts'

/** Where the pages of the server would be. No item names it. */
const PUBLIC_URL = 'http://127.0.0.1'
const AT_ONCE = 16
/** Between the seeds of two providers. */
const SEEDS_APART = 65_537
/** Minutes of a drop-in, which can begin at any time of the day and the week. */
const DROP_IN_MINUTES = 5

/** The use cases' dependencies on a store: at a fixed time, with ids from a seeded source. */
export const growthDependencies = (
  store: Store,
  nowEpochSeconds: number,
  random: () => number,
): BookingDependencies => ({
  store,
  clock: { nowEpochMilliseconds: () => nowEpochSeconds * 1000 },
  ids: seededIds(random),
  secrets: createSecrets(new Uint8Array(32).fill(SERVER_KEY_BYTE)),
  tzdbVersion: TZ_VERSION,
  phoneNumbers: createPhoneNumbers(),
  unitCalendars: createUnitCalendars(),
  payments: createBookingPayments(PUBLIC_URL),
  connectedCalendars: createConnectedCalendars({}),
})

/** An account with its providers. */
export interface Practice {
  readonly accountId: string
  /** The half-hour check-up of each provider. */
  readonly checkUps: readonly Offer[]
  /** The first provider's drop-in of five minutes, round the clock. */
  readonly dropIn: Offer
}

/** Creates the first account of a store, and its providers, by the use cases of the server. */
export async function openPractice(
  deps: BookingDependencies,
  { providers, seed }: Pick<FillPlan, 'providers' | 'seed'>,
): Promise<Practice> {
  const accountId = await firstAccount(deps)
  const caller = systemCaller(accountId, 'growth')
  const offerOf = async (own: BookingDependencies, input: EventTypeInput): Promise<Offer> => {
    const created = await createEventType(own, caller, input)
    if (!created.ok) throw new Error(`an event type was refused: ${created.refusal.code}`)
    const offer = await eventTypeOffer(deps, accountId, created.value.id)
    if (!offer.ok) throw new Error(`an event type offers nothing: ${offer.refusal.code}`)
    return offer.value
  }
  const numbers = Array.from({ length: providers }, (_, number) => number)
  const checkUps = await mapAtMost(numbers, AT_ONCE, async (number) => {
    // Their commits end in any order, and the ids must not depend on it.
    const own = { ...deps, ids: seededIds(seeded(seed + (number + 1) * SEEDS_APART)) }
    const created = await createProvider(own, caller, { ...providerBody(number), listed: true })
    if (!created.ok) throw new Error(`a provider was refused: ${created.refusal.code}`)
    return await offerOf(own, eventTypeBody(created.value.id))
  })
  const [first] = checkUps
  if (first === undefined) throw new Error('a practice has at least one provider')
  const dropIn = await offerOf(deps, {
    ...eventTypeBody(first.provider.id),
    slug: 'drop-in',
    title: 'Drop-in',
    durationMinutes: DROP_IN_MINUTES,
    availabilityRules: WEEKDAYS.map((weekday) => ({
      weekday,
      windows: [{ start: '00:00', end: '24:00' }],
    })),
  })
  await publishAll(deps)
  return { accountId, checkUps, dropIn }
}

/** Moves the events of the new event types to the log, as the relay does. */
async function publishAll(deps: BookingDependencies): Promise<void> {
  for (const shard of ALL_SHARDS) {
    const { items } = await deps.store.query({ partition: outboxPartition(shard) })
    const { errors } = await publish(deps, {}, items.filter(isWaiting).map(outboxEntity.decode))
    for (const error of errors.values()) throw new Error(`an event was not published: ${error}`)
  }
}
