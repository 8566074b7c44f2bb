import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import {
  act,
  book,
  booker,
  everyDay,
  expectStatus,
  makeEventType,
  makeProvider,
  SUNDAY,
  tally,
} from '../support/fixtures.ts'
import type { ProblemBody } from '../support/http-client.ts'
import { OTHER_ENGINES } from '../support/stores.ts'

const DAY_MS = 86_400_000

/** A start on the n-th day after the Sunday, at 10:00 unless the hour is given. */
const startOn = (day: number, hour = '10'): string =>
  new Date(Date.parse(SUNDAY) + day * DAY_MS).toISOString().replace('T08', `T${hour}`)

const dateOf = (day: number): string =>
  new Date(Date.parse('2035-06-20') + day * DAY_MS).toISOString().slice(0, 10)

let addresses = 0
/** Headers of a caller at an address that no other test uses. */
const newAddress = () => {
  addresses += 1
  return {
    'x-forwarded-for': `198.51.${100 + Math.floor(addresses / 250)}.${1 + (addresses % 250)}`,
  }
}

describe.each(OTHER_ENGINES)('caps of callers without a key at two servers on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    const env = {
      HOLDFAST_RELAY: 'off',
      HOLDFAST_PUBLIC_CAPS: 'withoutProof=999/999',
      HOLDFAST_TRUSTED_PROXIES: '1',
    }
    cluster = await startCluster({ engine, servers: 2, env })
    await cluster.setClock(SUNDAY)
  })
  afterAll(() => cluster?.stop())

  const eventType = async (given: Readonly<Record<string, unknown>> = {}) => {
    const provider = await makeProvider(cluster.api)
    return await makeEventType(cluster.api, provider.id, given)
  }
  const ask = (
    { id }: { readonly id: string },
    start: string,
    headers: Record<string, string>,
    name?: string,
  ) =>
    cluster.anybody.post<{ id: string; manageToken: string; code: string }>(
      '/v1/public/bookings',
      { eventTypeId: id, start, ...(name !== undefined && { booker: booker(name) }) },
      headers,
    )
  const parallel = <Answer>(count: number, call: (index: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: count }, (_, index) => call(index)))

  test('60 parallel holds of one address pass exactly the cap of 10', async () => {
    const type = await eventType()
    const headers = newAddress()
    const answers = await parallel(60, (day) => ask(type, startOn(day + 1), headers))
    expect(tally(answers)).toEqual({ '202': 10, '429 rate_limited': 50 })
    const refused = answers.find((answer) => answer.status === 429)
    // The clock stands at 08:00, the start of a window of ten minutes.
    expect(refused?.headers['retry-after']).toBe('600')
    expect((await ask(type, startOn(1, '11'), newAddress())).status).toBe(202)
  })

  test('60 parallel instant bookings for one email address pass exactly the cap of 6', async () => {
    const type = await eventType({ confirmation: 'instant' })
    const headers = newAddress()
    const answers = await parallel(60, (day) => ask(type, startOn(day + 1), headers, 'ada'))
    expect(tally(answers)).toEqual({ '201': 6, '429 rate_limited': 54 })
  })

  test('an email address that is not proven can still book from another network', async () => {
    const type = await eventType({ confirmation: 'instant' })
    const attacker = newAddress()
    await parallel(7, (day) => ask(type, startOn(day + 1), attacker, 'victim'))
    expect((await ask(type, startOn(9), newAddress(), 'victim')).status).toBe(201)
  })

  test('confirming or cancelling a hold gives nothing back', async () => {
    const type = await eventType()
    const headers = newAddress()
    for (let day = 1; day <= 10; day += 1) {
      const held = expectStatus(await ask(type, startOn(day), headers), 202)
      const token = { ...headers, authorization: `Bearer ${held.manageToken}` }
      const done =
        day % 2 === 0
          ? await act(cluster.anybody, held, 'cancel', {}, token)
          : await act(cluster.anybody, held, 'confirm', { booker: booker(`b${day}`) }, token)
      expectStatus(done, 200)
    }
    expect((await ask(type, startOn(11), headers)).status).toBe(429)
  })

  test('a hold that gets its booker at confirmation counts for the email address then', async () => {
    const type = await eventType()
    const headers = newAddress()
    const outcomes: number[] = []
    for (let day = 1; day <= 7; day += 1) {
      const held = expectStatus(await ask(type, startOn(day), headers), 202)
      const token = { ...headers, authorization: `Bearer ${held.manageToken}` }
      const done = await act(cluster.anybody, held, 'confirm', { booker: booker('eve') }, token)
      outcomes.push(done.status)
    }
    expect(outcomes).toEqual([200, 200, 200, 200, 200, 200, 429])
  })

  test('abandoned holds of one address leave half of a day to everybody else', async () => {
    const type = await eventType({
      durationMinutes: 60,
      availabilityRules: everyDay({ start: '09:00', end: '17:00' }),
    })
    const headers = newAddress()
    const hours = ['09', '10', '11', '12', '13', '14', '15', '16']
    const answers = await parallel(8, (index) => ask(type, startOn(1, hours[index]), headers))
    expect(tally(answers)).toEqual({ '202': 4, '429 rate_limited': 4 })
    expect((await ask(type, startOn(2), headers)).status).toBe(202)
  })

  test('the addresses of one IPv6 network share their caps', async () => {
    const type = await eventType()
    const answers = await parallel(12, (n) =>
      ask(type, startOn(n + 1), { 'x-forwarded-for': `2001:db8:0:${engine.length}::${n + 1}` }),
    )
    expect(tally(answers)).toEqual({ '202': 10, '429 rate_limited': 2 })
  })

  test('parallel callers of one IPv6 site pass twice the cap in a /56 and four times in a /48', async () => {
    const type = await eventType()
    const site = `2001:db8:1${engine.length}`
    const from = (subnet: string, day: number) =>
      ask(type, startOn(day), { 'x-forwarded-for': `[${site}:${subnet}::1]:443` })
    const inOne = await parallel(30, (n) => from(`ab${(n + 16).toString(16)}`, n + 1))
    expect(tally(inOne)).toEqual({ '202': 20, '429 rate_limited': 10 })
    const around = await parallel(40, (n) => from(`${(n + 16).toString(16)}00`, n + 31))
    expect(tally(around)).toEqual({ '202': 20, '429 rate_limited': 20 })
  })

  test('two stays cannot take the nights of two years', async () => {
    const headers = newAddress()
    const body = {
      name: 'House',
      timeZone: 'Europe/Berlin',
      exclusive: 'nights',
      publicStays: true,
      stayPolicy: { minNights: 1, maxNights: 366, maxAdvanceDays: 1000 },
    }
    const house = expectStatus(await cluster.api.post<{ id: string }>('/v1/calendars', body), 201)
    const stay = (from: number, nights: number, name: string) =>
      cluster.anybody.post<ProblemBody>(
        `/v1/stays/${house.id}`,
        { arrival: dateOf(from), departure: dateOf(from + nights), guest: booker(name) },
        headers,
      )
    const long = await parallel(2, (n) => stay(n * 365, 365, `guest${n}`))
    expect(tally(long)).toEqual({ '429 rate_limited': 2 })
    const short = await parallel(60, (n) => stay(n * 3, 2, `short${n}`))
    expect(tally(short)).toEqual({ '201': 5, '429 rate_limited': 55 })
  })

  test('calls with a key are not capped, and an account can raise the caps of an office', async () => {
    const type = await eventType({ confirmation: 'instant' })
    const own = await parallel(30, (day) =>
      book(cluster.api, { eventTypeId: type.id }, startOn(day + 1), { name: 'ada' }),
    )
    expect(tally(own)).toEqual({ '201': 30 })
    const raise = (publicLimitFactor: number) =>
      cluster.api.patch('/v1/account', { publicLimitFactor })
    expectStatus(await raise(3), 200)
    const office = newAddress()
    const answers = await parallel(35, (day) => ask(type, startOn(day + 31), office, `e${day}`))
    expectStatus(await raise(1), 200)
    expect(tally(answers)).toEqual({ '201': 30, '429 rate_limited': 5 })
  })

  // Last, since it moves the clock of the others.
  test('a window of ten minutes ends at its time, and the cap of the day goes on', async () => {
    const type = await eventType()
    const headers = newAddress()
    await parallel(10, (day) => ask(type, startOn(day + 1), headers))
    for (const minutes of [9, 10, 20, 30, 40]) {
      await cluster.setClock(new Date(Date.parse(SUNDAY) + minutes * 60_000).toISOString())
      const answers = await parallel(10, (day) =>
        ask(type, startOn(day + 1, String(10 + minutes / 10).slice(0, 2)), headers),
      )
      expect(tally(answers)).toEqual(minutes === 9 ? { '429 rate_limited': 10 } : { '202': 10 })
    }
    await cluster.setClock(new Date(Date.parse(SUNDAY) + 50 * 60_000).toISOString())
    const refused = await ask(type, startOn(20), headers)
    // Until midnight UTC.
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '54600'])
  })
})

describe.each(OTHER_ENGINES)('an account under attack at two servers on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    const env = {
      HOLDFAST_RELAY: 'off',
      HOLDFAST_PUBLIC_CAPS: 'withoutProof=20/100',
      HOLDFAST_TRUSTED_PROXIES: '1',
    }
    cluster = await startCluster({ engine, servers: 2, env })
    await cluster.setClock(SUNDAY)
  })
  afterAll(() => cluster?.stop())

  test('80 parallel holds from 80 addresses pass exactly the 20 that need no proof, and 20 more after the window', async () => {
    const provider = await makeProvider(cluster.api)
    const { id } = await makeEventType(cluster.api, provider.id)
    const attack = (hour: string) =>
      Promise.all(
        Array.from({ length: 80 }, (_, n) =>
          cluster.anybody.post<ProblemBody>(
            '/v1/public/bookings',
            { eventTypeId: id, start: startOn(n + 1, hour) },
            newAddress(),
          ),
        ),
      )
    const expected = { '202': 20, '403 proof_of_work_required': 60 }
    expect(tally(await attack('10'))).toEqual(expected)
    await cluster.setClock(new Date(Date.parse(SUNDAY) + 10 * 60_000).toISOString())
    expect(tally(await attack('11'))).toEqual(expected)
  })
})
