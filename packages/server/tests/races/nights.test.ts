import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { repetitions } from '../support/depth.ts'
import { doctorFindings } from '../support/doctor.ts'
import { type Outcome, untilTold } from '../support/fixtures.ts'
import type { ProblemBody } from '../support/http-client.ts'
import { listAll } from '../support/ledger-check.ts'
import { type Engine, RACE_ENGINES } from '../support/stores.ts'

const CLIENTS = 8
const ROUNDS = repetitions(20, 40)
const RACERS = repetitions(60, 200)
const DAY_MS = 86_400_000
const FIRST = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10)

/** A stay as the API answers with it. */
interface Stay {
  readonly id: string
  readonly status: string
  readonly arrival: string
  readonly departure: string
}

/** The date some days after the first one. */
const dateOf = (day: number): string =>
  new Date(Date.parse(FIRST) + day * DAY_MS).toISOString().slice(0, 10)

const nightsOf = ({ arrival, departure }: Stay): readonly string[] => {
  const nights: string[] = []
  for (let at = Date.parse(arrival); at < Date.parse(departure); at += DAY_MS) {
    nights.push(new Date(at).toISOString().slice(0, 10))
  }
  return nights
}

/** Kills a server, two servers in a row, or the engine where it has a process that may be killed. */
async function kill(cluster: Cluster, engine: Engine, turn: number): Promise<void> {
  if (turn % 2 === 1 && engine === 'postgres') return cluster.killEngine()
  const server = turn % 3
  await cluster.kill(server)
  await cluster.restart(server)
}

describe.each(RACE_ENGINES)('nights of one unit from many clients, with kills, on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    const env = { HOLDFAST_RELAY: 'off' }
    cluster = await startCluster({ engine, servers: 3, sweeper: true, env })
  })
  afterAll(() => cluster?.stop())

  async function make(path: string, body: object): Promise<string> {
    const made = await cluster.api.post<{ id: string }>(path, body)
    expect(made.status, made.text).toBe(201)
    return made.body.id
  }

  let rooms = 0
  async function makeRoom(): Promise<string> {
    rooms += 1
    const timeZone = 'Europe/Berlin'
    const propertyId = await make('/v1/properties', { name: 'House', timeZone })
    const unit = {
      name: 'Room',
      kind: 'unit',
      timeZone,
      propertyId,
      slug: `room-${engine}-${rooms}`,
    }
    const providerId = await make('/v1/providers', unit)
    const type = { providerId, slug: 'double', title: 'Double', grain: 'nights', holdMinutes: 60 }
    return await make('/v1/event-types', type)
  }

  const hold = (eventTypeId: string, name: string, from: number, nights: number) =>
    untilTold(() =>
      cluster.api.post<Stay & ProblemBody>(
        '/v1/bookings',
        {
          eventTypeId,
          arrival: dateOf(from),
          departure: dateOf(from + nights),
          booker: { name, email: `${name}@example.com` },
        },
        { 'idempotency-key': `${eventTypeId}-${name}` },
      ),
    )
  const change = (id: string, action: string, body: object = {}) =>
    untilTold(() =>
      cluster.api.post<Stay & ProblemBody>(`/v1/bookings/${id}/${action}`, body, {
        'idempotency-key': `${id}-${action}`,
      }),
    )

  /** Checks that the live stays share no night, and that exactly their nights are taken. Resolves with them by id. */
  async function soundStays(eventTypeId: string): Promise<ReadonlyMap<string, Stay>> {
    const all = await listAll<Stay>(cluster.api, `/v1/bookings?eventTypeId=${eventTypeId}`)
    const live = all.filter(({ status }) => status === 'pending' || status === 'confirmed')
    const nights = live.flatMap(nightsOf).sort()
    expect(nights).toEqual([...new Set(nights)])
    const range = `from=${FIRST}&to=${dateOf(120)}`
    const listed = await cluster.api.get<{ data: { date: string; unitsLeft: number }[] }>(
      `/v1/event-types/${eventTypeId}/nights?${range}`,
    )
    const taken = listed.body.data.filter(({ unitsLeft }) => unitsLeft === 0)
    expect(taken.map(({ date }) => date)).toEqual(nights)
    return new Map(all.map((stay) => [stay.id, stay]))
  }

  test('no night has two stays or is lost, and what was acknowledged is there after each kill', async () => {
    const eventTypeId = await makeRoom()
    const told = new Map<string, Stay>()
    const strange = new Set<string>()
    let turn = 0
    const keep = (answer: Outcome<Stay>, allowed: readonly string[]) => {
      if (answer.status < 300) told.set(answer.body.id, answer.body)
      else {
        const { code } = answer.body
        if (!allowed.includes(code)) strange.add(`${answer.status} ${code}`)
      }
      return answer.status < 300 ? answer.body.id : undefined
    }
    const client = async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        turn += 1
        const mine = turn
        const held = await hold(eventTypeId, `guest${mine}`, (mine * 3) % 60, 2 + (mine % 4))
        const id = keep(held, ['night_taken'])
        if (id === undefined) continue
        if (mine % 4 !== 0) keep(await change(id, 'confirm'), [])
        if (mine % 3 === 0) {
          const from = 70 + ((mine * 4) % 40)
          const dates = { arrival: dateOf(from), departure: dateOf(from + 3) }
          keep(await change(id, 'reschedule', dates), ['night_taken'])
        }
        if (mine % 2 === 0) keep(await change(id, 'cancel'), [])
      }
    }
    const clients = Promise.all(Array.from({ length: CLIENTS }, client))
    const run = { isDone: false }
    const done = clients.then(() => {
      run.isDone = true
    })
    for (let round = 0; round < 3 && !run.isDone; round += 1) await kill(cluster, engine, round)
    await done
    expect(strange).toEqual(new Set())
    expect(told.size).toBeGreaterThan(CLIENTS)
    const stored = await soundStays(eventTypeId)
    for (const [id, { status, arrival, departure }] of told) {
      expect(stored.get(id)).toMatchObject({ status, arrival, departure })
    }
    expect(await doctorFindings(cluster)).toEqual([])
  }, 240_000)

  test('of many guests who want the same night in overlapping stays, one gets it, though a server is killed', async () => {
    const eventTypeId = await makeRoom()
    // All of them have night 70.
    const asked = Array.from({ length: RACERS }, (_, racer) =>
      hold(eventTypeId, `racer${racer}`, 70 - (racer % 3), 3 + (racer % 2)),
    )
    await Promise.any(asked)
    await kill(cluster, engine, 0)
    const answers = await Promise.all(asked)
    const outcomes = answers.map(({ status }) => status).sort()
    expect(outcomes).toEqual([202, ...Array.from({ length: RACERS - 1 }, () => 409)])
    await soundStays(eventTypeId)
  }, 120_000)
})
