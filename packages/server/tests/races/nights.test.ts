import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { repetitions } from '../support/depth.ts'
import { doctorFindings } from '../support/doctor.ts'
import type { Outcome } from '../support/fixtures.ts'
import { type Stay, StayRaces } from '../support/stay-races.ts'
import { type Engine, RACE_ENGINES } from '../support/stores.ts'

const CLIENTS = 8
const ROUNDS = repetitions(20, 40)
const RACERS = repetitions(60, 200)

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

  const races = new StayRaces(() => cluster)
  const { dateOf } = races

  /** Checks that the live stays share no night, and that exactly their nights are taken. Resolves with them by id. */
  async function soundStays(eventTypeId: string): Promise<ReadonlyMap<string, Stay>> {
    const all = await races.staysOf(eventTypeId)
    await races.expectUnitsLeft(eventTypeId, 1, all)
    return new Map(all.map((stay) => [stay.id, stay]))
  }

  test('no night has two stays or is lost, and what was acknowledged is there after each kill', async () => {
    const { eventTypeId } = await races.makePool(1)
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
        const held = await races.book(eventTypeId, `guest${mine}`, (mine * 3) % 60, 2 + (mine % 4))
        const id = keep(held, ['night_taken'])
        if (id === undefined) continue
        if (mine % 4 !== 0) keep(await races.change(id, 'confirm'), [])
        if (mine % 3 === 0) {
          const from = 70 + ((mine * 4) % 40)
          const dates = { arrival: dateOf(from), departure: dateOf(from + 3) }
          keep(await races.change(id, 'reschedule', dates), ['night_taken'])
        }
        if (mine % 2 === 0) keep(await races.change(id, 'cancel'), [])
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
    const { eventTypeId } = await races.makePool(1)
    // All of them have night 70.
    const asked = Array.from({ length: RACERS }, (_, racer) =>
      races.book(eventTypeId, `racer${racer}`, 70 - (racer % 3), 3 + (racer % 2)),
    )
    await Promise.any(asked)
    await kill(cluster, engine, 0)
    const answers = await Promise.all(asked)
    const outcomes = answers.map(({ status }) => status).sort()
    expect(outcomes).toEqual([202, ...Array.from({ length: RACERS - 1 }, () => 409)])
    await soundStays(eventTypeId)
  }, 120_000)
})
