import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { repetitions } from '../support/depth.ts'
import { countedItems, doctorFindings } from '../support/doctor.ts'
import { SUNDAY } from '../support/fixtures.ts'
import type { Answer } from '../support/http-client.ts'
import { OTHER_ENGINES } from '../support/stores.ts'

const CLIENTS = repetitions(100, 200)
const SWAPS = repetitions(6, 20)
const EXTENSIONS = repetitions(4, 10)
/** Two hours after the clock of the other tests. */
const LATER = new Date(Date.parse(SUNDAY) + 7_200_000).toISOString()
const DAY_MS = 86_400_000

interface Stay {
  readonly id: string
  readonly start: string
  readonly end: string
  readonly code?: string
  readonly nights?: readonly string[]
}

const dateOf = (day: number): string =>
  new Date(Date.parse('2035-06-20') + day * DAY_MS).toISOString().slice(0, 10)

const nightsOf = ({ start, end }: Stay): readonly string[] => {
  const count = (Date.parse(end) - Date.parse(start)) / DAY_MS
  return Array.from({ length: count }, (_, n) =>
    new Date(Date.parse(start) + n * DAY_MS).toISOString().slice(0, 10),
  )
}

describe.each(OTHER_ENGINES)('stays from many clients on two servers on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    const env = { HOLDFAST_RELAY: 'off' }
    cluster = await startCluster({ engine, servers: 2, sweeper: true, env })
    await cluster.setClock(SUNDAY)
  })
  afterAll(() => cluster?.stop())

  async function house(): Promise<string> {
    const body = { name: 'House', timeZone: 'Europe/Berlin', exclusive: 'nights' }
    const made = await cluster.api.post<{ id: string }>('/v1/calendars', body)
    expect(made.status).toBe(201)
    return `/v1/calendars/${made.body.id}`
  }
  const take = (path: string, from: number, nights: number): Promise<Answer<Stay>> =>
    cluster.api.post(`${path}/events`, {
      title: 'A guest',
      start: dateOf(from),
      end: dateOf(from + nights),
    })
  const move = (path: string, { id }: Stay, from: number, nights: number): Promise<Answer<Stay>> =>
    cluster.api.put(`${path}/events/${id}`, {
      title: 'A guest',
      start: dateOf(from),
      end: dateOf(from + nights),
    })

  /** Checks that a response is the expected success, or names requested nights as taken. */
  function expectTaken(
    { status, body }: Answer<Stay>,
    wanted: number,
    from: number,
    nights: number,
  ) {
    if (status === wanted) return
    expect([status, body.code]).toEqual([409, 'night_taken'])
    const asked = Array.from({ length: nights }, (_, n) => dateOf(from + n))
    expect(asked).toEqual(expect.arrayContaining([...(body.nights ?? [])]))
    expect(body.nights).not.toEqual([])
  }

  async function expectSound(path: string): Promise<void> {
    const range = 'from=2035-06-01&to=2035-09-01'
    const stays = await cluster.api.get<{ data: Stay[] }>(`${path}/events?${range}&limit=100`)
    const claimed = stays.body.data.flatMap(nightsOf).sort()
    expect(new Set(claimed).size).toBe(claimed.length)
    const nights = await cluster.api.get<{ data: { date: string; status: string }[] }>(
      `${path}/nights?${range}`,
    )
    const taken = nights.body.data.filter(({ status }) => status === 'taken')
    expect(taken.map(({ date }) => date)).toEqual(claimed)
  }

  test('created at once never share a night, and each loser learns which nights are taken', async () => {
    const path = await house()
    const answers = await Promise.all(
      Array.from({ length: CLIENTS }, (_, n) => take(path, n % 20, 3)),
    )
    for (const [n, answer] of answers.entries()) expectTaken(answer, 201, n % 20, 3)
    expect(answers.some(({ status }) => status === 201)).toBe(true)
    await expectSound(path)
  })

  test('moved onto each other at once never share a night, and each keeps its nights', async () => {
    const path = await house()
    const made = await Promise.all(Array.from({ length: 10 }, (_, n) => take(path, n * 3, 2)))
    expect(made.map(({ status }) => status)).toEqual(Array(10).fill(201))
    const answers = await Promise.all(
      Array.from({ length: CLIENTS }, (_, n) => {
        const stay = (made[n % 10] as Answer<Stay>).body
        return move(path, stay, (n * 7) % 40, 1 + (n % 4))
      }),
    )
    for (const [n, answer] of answers.entries()) {
      expectTaken(answer, 200, (n * 7) % 40, 1 + (n % 4))
    }
    const left = await cluster.api.get<{ data: Stay[] }>(
      `${path}/events?from=2035-06-01&to=2035-09-01`,
    )
    expect(left.body.data.map(({ id }) => id).sort()).toEqual(
      made.map(({ body }) => body.id).sort(),
    )
    await expectSound(path)
  })

  test('that swap nights at once both fail, and learn which nights are taken', async () => {
    const path = await house()
    const [{ body: a }, { body: b }] = await Promise.all([take(path, 0, 4), take(path, 10, 4)])
    for (let round = 0; round < SWAPS; round += 1) {
      const [toB, toA] = await Promise.all([move(path, a, 10, 4), move(path, b, 0, 4)])
      expect([toB.status, toA.status]).toEqual([409, 409])
      expect(toB.body.nights).toEqual([10, 11, 12, 13].map(dateOf))
      expect(toA.body.nights).toEqual([0, 1, 2, 3].map(dateOf))
      await expectSound(path)
    }
  })

  test('extended and deleted at once leave no night taken', async () => {
    const path = await house()
    for (let round = 0; round < EXTENSIONS; round += 1) {
      const { body: stay } = await take(path, 10, 3)
      const [gone, moved] = await Promise.all([
        cluster.api.delete(`${path}/events/${stay.id}`),
        move(path, stay, 8, 8),
      ])
      expect(gone.status).toBe(204)
      expect([200, 404]).toContain(moved.status)
      await expectSound(path)
    }
  })

  test('of a deleted calendar are removed by the servers', async () => {
    const path = await house()
    await Promise.all(Array.from({ length: 60 }, (_, n) => take(path, n, 1)))
    expect((await cluster.api.delete(path)).status).toBe(202)
    await expect
      .poll(async () => (await cluster.api.get(path)).status, { timeout: 20_000 })
      .toBe(404)
  })

  test('created while their calendar is deleted do not remain', async () => {
    const { calendar_event_id: before } = await countedItems(cluster)
    for (let round = 0; round < 3; round += 1) {
      const path = await house()
      const making = Array.from({ length: 30 }, (_, n) => take(path, n, 1))
      const deleted = await cluster.api.delete(path)
      expect(deleted.status).toBe(202)
      for (const { status } of await Promise.all(making)) expect([201, 404]).toContain(status)
      await expect
        .poll(async () => (await cluster.api.get(path)).status, { timeout: 20_000 })
        .toBe(404)
    }
    // The time of the last removal.
    await cluster.setClock(LATER)
    await expect
      .poll(async () => (await countedItems(cluster)).calendar_removal, { timeout: 20_000 })
      .toBe(0)
    const { calendar_event_id: after } = await countedItems(cluster)
    expect(after).toBe(before)
  })

  test('leave a store in which the doctor finds no problem', async () => {
    expect(await doctorFindings(cluster, LATER)).toEqual([])
  })
})
