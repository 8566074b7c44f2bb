import { NAMES, type Scenario, type Surroundings } from './contenders.ts'
import { createProviders, createTeam, type HoldfastServer } from './holdfast-server.ts'
import { PROVIDERS, startsAhead } from './slot-pool.ts'
import { bookingUnits, slotUnits } from './units.ts'

const SLOT_PROVIDERS = 20
const SLOT_DAYS = 31
const TEAM_SIZE = 10
const SLOTS_A_DAY = 14
const BOOKINGS_A_DAY = 8
const SEED_SECONDS = 60
const SEED_CONNECTIONS = 16
const DAY_MILLISECONDS = 86_400_000

const date = (epochMilliseconds: number): string =>
  new Date(epochMilliseconds).toISOString().slice(0, 10)

/**
 * Lists a month of slots: of one provider, and of a team that takes any of ten. Providers have eight bookings
 * per working day, created over HTTP.
 */
export async function slotScenarios(
  { generator, onStep }: Surroundings,
  server: HoldfastServer,
): Promise<readonly Scenario[]> {
  onStep(`creating ${BOOKINGS_A_DAY} bookings per day on ${SLOTS_A_DAY} slots`)
  const { origin, pid } = server
  const eventTypeIds = await createProviders(origin, {
    first: PROVIDERS,
    count: SLOT_PROVIDERS,
    confirmation: 'instant',
  })
  const starts = startsAhead(Date.now(), SLOT_DAYS)
  // 5 and 14 are coprime, so the gaps vary between days and providers.
  const slots = eventTypeIds.flatMap((_, provider) =>
    starts
      .filter((_start, place) => (place * 5 + provider) % SLOTS_A_DAY < BOOKINGS_A_DAY)
      .map((startEpochMinutes) => ({ provider, startEpochMinutes })),
  )
  const seeded = await generator.ask({
    origins: [origin],
    connections: SEED_CONNECTIONS,
    seconds: SEED_SECONDS,
    units: bookingUnits(eventTypeIds, slots, { confirm: false, idempotencyKeys: false }),
    repeat: false,
  })
  if (seeded.milliseconds.length !== slots.length) {
    throw new Error(`creating the bookings failed: ${JSON.stringify(seeded.refused)}`)
  }
  const tomorrow = Date.now() + DAY_MILLISECONDS
  const month = {
    from: date(tomorrow),
    to: date(tomorrow + SLOT_DAYS * DAY_MILLISECONDS),
  }
  const scenario = (id: string, whose: string, ids: readonly string[]): Scenario => ({
    id,
    title: `Month of slots${whose} on SQLite: ${SLOT_DAYS} days, ${BOOKINGS_A_DAY} bookings per working day`,
    counted: 'requests',
    server,
    contenders: [
      {
        name: NAMES.holdfast,
        processes: { server: () => [pid] },
        ownCpu: 'generator',
        load: (connections, seconds) => {
          const units = slotUnits(ids, month)
          return generator.ask({ origins: [origin], connections, seconds, units, repeat: true })
        },
      },
    ],
  })
  const team = await createTeam(origin, eventTypeIds.slice(0, TEAM_SIZE))
  return [
    scenario('slots', '', eventTypeIds),
    scenario('team-slots', ` of a team of ${TEAM_SIZE}`, [team]),
  ]
}
