import { NAMES, type Scenario, type Surroundings } from './contenders.ts'
import { createProviders, type HoldfastServer } from './holdfast-server.ts'
import { PROVIDERS, startsAhead } from './slot-pool.ts'
import { bookingUnits, slotUnits } from './units.ts'

const SLOT_PROVIDERS = 20
const SLOT_DAYS = 31
const SLOTS_A_DAY = 14
const BOOKINGS_A_DAY = 8
const SEED_SECONDS = 60
const SEED_CONNECTIONS = 16
const DAY_MILLISECONDS = 86_400_000

const date = (epochMilliseconds: number): string =>
  new Date(epochMilliseconds).toISOString().slice(0, 10)

/** Slots of a month, of providers with eight bookings a working day, made over HTTP. */
export async function slotScenario(
  { generator, onStep }: Surroundings,
  server: HoldfastServer,
): Promise<Scenario> {
  onStep(`booking ${BOOKINGS_A_DAY} of ${SLOTS_A_DAY} slots a day for the list of slots`)
  const { origin, pid } = server
  const eventTypeIds = await createProviders(origin, {
    first: PROVIDERS,
    count: SLOT_PROVIDERS,
    confirmation: 'instant',
  })
  const starts = startsAhead(Date.now(), SLOT_DAYS)
  // 5 and 14 have no common divisor, so each day of each provider has other gaps.
  const slots = eventTypeIds.flatMap((_, provider) =>
    starts
      .filter((_start, place) => (place * 5 + provider) % SLOTS_A_DAY < BOOKINGS_A_DAY)
      .map((startEpochMinutes) => ({ provider, startEpochMinutes })),
  )
  const seeded = await generator.ask({
    origin,
    connections: SEED_CONNECTIONS,
    seconds: SEED_SECONDS,
    units: bookingUnits(eventTypeIds, slots, { confirm: false, idempotencyKeys: false }),
    repeat: false,
  })
  if (seeded.milliseconds.length !== slots.length) {
    throw new Error(`bookings for the list of slots failed: ${JSON.stringify(seeded.refused)}`)
  }
  const tomorrow = Date.now() + DAY_MILLISECONDS
  const units = slotUnits(eventTypeIds, {
    from: date(tomorrow),
    to: date(tomorrow + SLOT_DAYS * DAY_MILLISECONDS),
  })
  return {
    id: 'slots',
    title: `Slots of a month on SQLite: ${SLOT_DAYS} days, ${BOOKINGS_A_DAY} bookings a working day`,
    counted: 'requests',
    server,
    contenders: [
      {
        name: NAMES.holdfast,
        processes: { server: () => [pid] },
        ownCpu: 'generator',
        load: (connections, seconds) =>
          generator.ask({ origin, connections, seconds, units, repeat: true }),
      },
    ],
  }
}
