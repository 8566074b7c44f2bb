import type { Booking } from '@holdfast/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_KEY, type Cluster, startCluster } from '../support/cluster.ts'
import { IS_DEEP, repetitions } from '../support/depth.ts'
import { doctorFindings } from '../support/doctor.ts'
import {
  type EarlierPrograms,
  type EarlierVersion,
  makeVersion,
  whyNoVersion,
} from '../support/earlier-version.ts'
import { CHOSEN_ENGINE } from '../support/engines.ts'
import { act, expectStatus, makeProvider, SUNDAY, tally } from '../support/fixtures.ts'
import type { HttpClient } from '../support/http-client.ts'
import { isReady } from '../support/is-ready.ts'
import { type Engine, whyMissing } from '../support/known-engines.ts'
import { checkLedger } from '../support/ledger-check.ts'
import {
  CAPACITY,
  type Listed,
  listWorld,
  type MixedWorld,
  MONDAY,
  makeMixedWorld,
  PER_DAY,
  playMixedWorld,
} from '../support/mixed-world.ts'
import { type ServerOptions, startServerProcess } from '../support/server-process.ts'

const CLIENTS = 6
const TURNS = repetitions(40, 200)
const DAY_MS = 86_400_000
/** Bundling two versions takes seconds; on a very busy machine, minutes. */
const BUILD_MILLISECONDS = 300_000
/** Caps that version 2 knows. The clients have a key, so none is reached. */
const CAPS_OF_2 = { HOLDFAST_PUBLIC_CAPS: 'bookings=10/50' }
/** What clients must have done at least once, or the load shows nothing. */
const DONE = ['book', 'confirm', 'reschedule', 'cancel', 'group', 'stay', 'block', 'unblock']
const LEASE = { HOLDFAST_LEASE_MILLISECONDS: '1000' }
/** Items that version 2 does not know: the search of people, messages sent, and what upgrades and the doctor note about the store. */
const UNKNOWN_TO_2 =
  /^unknown_item (?:ACCOUNT#\w+#SEARCH#\w+ |MESSAGE#\w+ SENT#|INDEXVERSION |SERVERKEY )/
/** The servers of the cluster. */
const THIS = 0
const VERSION_2 = 1

const missing = whyNoVersion('2.0.0') ?? whyNoVersion('2.1.0')
if (missing) process.stderr.write(`not run: version 2 beside this one: ${missing}\n`)

/** SQLite; the deep run has all engines that are installed, and `test:engines` each of its own. */
const deep: readonly Engine[] = IS_DEEP ? ['sqlite', 'dynamodb', 'postgres'] : ['sqlite']
const engines = (CHOSEN_ENGINE ? [CHOSEN_ENGINE] : deep).filter(
  (engine) => whyMissing(engine) === undefined,
)

const made = new Map<EarlierVersion, EarlierPrograms>()

function programsOf(version: EarlierVersion): EarlierPrograms {
  const programs = made.get(version)
  if (programs === undefined) throw new Error(`${version} was not made.`)
  return programs
}

beforeAll(async () => {
  if (missing) return
  const versions: readonly EarlierVersion[] = ['2.0.0', '2.1.0']
  const make = async (version: EarlierVersion) => made.set(version, await makeVersion(version))
  await Promise.all(versions.map(make))
}, BUILD_MILLISECONDS)
afterAll(async () => {
  for (const programs of made.values()) await programs.close()
})

describe.skipIf(missing !== undefined).each(engines)(
  'a server of version 2 beside one of this version on one store on %s',
  (engine) => {
    let cluster: Cluster
    let world: MixedWorld
    let acknowledged: ReadonlyMap<string, Booking>

    beforeAll(async () => {
      cluster = await startCluster({ engine, servers: 1, sweeper: true })
      await cluster.add({
        sweeper: true,
        program: programsOf('2.0.0').node,
        env: CAPS_OF_2,
      })
      await cluster.setClock(SUNDAY)
      world = await makeMixedWorld(cluster.api)
    })
    afterAll(() => cluster?.stop())

    const doctorOf2 = async () => {
      const findings = await doctorFindings(cluster, SUNDAY, programsOf('2.0.0').doctor)
      return findings.filter((finding) => !UNKNOWN_TO_2.test(finding))
    }

    async function expectSoundLedger(api: HttpClient): Promise<void> {
      for (const id of world.providerIds) await checkLedger(api, id, MONDAY, 2, [world.classId])
    }

    test('gives nothing twice while clients hold, confirm, move and cancel through both', async () => {
      const played = await playMixedWorld(cluster.api, world, {
        clients: CLIENTS,
        turns: TURNS,
        seed: 1,
      })
      acknowledged = played.bookings
      for (const each of DONE) expect(played.outcomes, each).toHaveProperty([`${each} done`])
      const listed = await listWorld(cluster.at(THIS), world)
      expectNothingTwice(listed, world)
      const statuses = new Map(
        listed.bookings.map(({ id, status, start }) => [id, [status, start]]),
      )
      for (const { id, status, start } of acknowledged.values()) {
        expect(statuses.get(id), id).toEqual([status, start])
      }
      expect(statuses.size).toBe(acknowledged.size)
      await expectSoundLedger(cluster.at(THIS))
      await expectSoundLedger(cluster.at(VERSION_2))
    })

    test('lists the same as this version', async () => {
      const here = await listWorld(cluster.at(THIS), world)
      const there = await listWorld(cluster.at(VERSION_2), world)
      expect(here.bookings.map(({ id }) => id)).toEqual(there.bookings.map(({ id }) => id))
      expect(here).toMatchObject(there)
    })

    test('leaves a store in which the doctors of both versions find nothing', async () => {
      const findings = await Promise.all([doctorFindings(cluster, SUNDAY), doctorOf2()])
      expect(findings).toEqual([[], []])
    })

    test('goes on alone with everything that both have written', async () => {
      await cluster.end(THIS)
      const api = cluster.at(VERSION_2)
      const { bookings, stays, blocks } = await listWorld(api, world)
      const live = bookings.filter(({ status }) => status === 'pending' || status === 'confirmed')
      const cancelled = await Promise.all(live.map((booking) => act(api, booking, 'cancel')))
      expect(tally(cancelled)).toEqual({ 200: live.length })
      for (const { id } of blocks) {
        expectStatus(await api.delete(`${world.blocksPath}/${id}`), 204)
      }
      for (const { id } of stays) {
        expectStatus(await api.delete(`${world.calendarPath}/events/${id}`), 204)
      }
      for (const id of world.providerIds) {
        expect(await checkLedger(api, id, MONDAY, 2, [world.classId])).toEqual([])
      }
      await cluster.restart(THIS)
      await expectSoundLedger(cluster.at(THIS))
      const findings = await Promise.all([doctorFindings(cluster, SUNDAY), doctorOf2()])
      expect(findings).toEqual([[], []])
    })

    test('knows no format, but 2.1.0 stops once this version has raised it', async () => {
      const options: ServerOptions = {
        dataDir: cluster.dataDir,
        apiKey: API_KEY,
        sweeper: false,
        program: programsOf('2.1.0').node,
        env: { ...cluster.env, ...LEASE, ...CAPS_OF_2 },
      }
      const running = await startServerProcess(options)
      try {
        await makeUnit(cluster.at(THIS))
        await expect.poll(() => isReady(running.url)).toBe(false)
        expect(await running.stop()).toBe(1)
        expect(running.output()).toContain('Start Holdfast 3.0.0 or later')
        await expect(startServerProcess(options)).rejects.toThrow('Start Holdfast 3.0.0 or later')
        // So the changelog asks to stop servers of 2.0.0 before the first such write.
        expect(await isReady(cluster.url(VERSION_2))).toBe(true)
      } finally {
        await running.kill()
      }
    })
  },
)

/** Makes a unit, whose bookings are marks that earlier versions would remove. */
async function makeUnit(api: HttpClient): Promise<void> {
  const house = { name: 'House', timeZone: 'UTC' }
  const property = expectStatus(await api.post<{ id: string }>('/v1/properties', house), 201)
  await makeProvider(api, { kind: 'unit', propertyId: property.id })
}

/** No provider is in two places, no class too full, no limit exceeded, no night sold twice. */
function expectNothingTwice({ bookings, stays, sessions }: Listed, world: MixedWorld): void {
  const live = bookings.filter(({ status }) => status === 'pending' || status === 'confirmed')
  const places = live
    .filter(({ eventTypeId }) => eventTypeId !== world.classId)
    .flatMap(({ start, assignments }) => assignments.map(({ providerId }) => providerId + start))
  expect(new Set(places).size).toBe(places.length)
  const limited = live.filter(({ eventTypeId }) => eventTypeId === world.limitedId)
  expect(limited.length).toBeLessThanOrEqual(PER_DAY)
  const seats = live.filter(({ eventTypeId }) => eventTypeId === world.classId)
  for (const same of Map.groupBy(seats, ({ start }) => start).values()) {
    expect(same.length).toBeLessThanOrEqual(CAPACITY)
  }
  const taken = sessions.reduce((sum, session) => sum + session.taken, 0)
  expect(taken).toBe(seats.length)
  const nights = stays.flatMap(({ start, end }) =>
    Array.from({ length: (Date.parse(end) - Date.parse(start)) / DAY_MS }, (_, night) =>
      new Date(Date.parse(start) + night * DAY_MS).toISOString(),
    ),
  )
  expect(new Set(nights).size).toBe(nights.length)
}
