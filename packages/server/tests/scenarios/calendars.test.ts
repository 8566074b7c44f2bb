import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_KEY, type Cluster, startCluster } from '../support/cluster.ts'
import { doctorFindings } from '../support/doctor.ts'
import { expectStatus, SUNDAY } from '../support/fixtures.ts'
import type { Answer, HttpClient } from '../support/http-client.ts'
import { SOME_ENGINES } from '../support/stores.ts'

interface Calendar {
  readonly id: string
  readonly version: number
  readonly name: string
}
interface Event {
  readonly id: string
  readonly version: number
  readonly title: string
  readonly start: string
  readonly end: string
}
interface Refused {
  readonly code: string
  readonly nights: readonly string[]
}
interface List<Item> {
  readonly data: readonly Item[]
}

const PROXY_SECRET = 'the-secret-of-the-proxy'

describe.each(SOME_ENGINES)('on %s', (engine) => {
  let cluster: Cluster
  let api: HttpClient
  beforeAll(async () => {
    const env = {
      HOLDFAST_RAPIDAPI_PROXY_SECRET: PROXY_SECRET,
      HOLDFAST_RAPIDAPI_PLANS: 'BASIC=5/3600,PRO=8/3600',
    }
    cluster = await startCluster({ engine, servers: 1, sweeper: true, env })
    api = cluster.api
    await cluster.setClock(SUNDAY)
  })
  afterAll(() => cluster?.stop())

  const make = async (body: object): Promise<string> => {
    const made = expectStatus(
      await api.post<Calendar>('/v1/calendars', { timeZone: 'Europe/Berlin', ...body }),
      201,
    )
    return `/v1/calendars/${made.id}`
  }
  const refusal = (answer: Answer<unknown>): Refused => answer.body as Refused

  describe('events of a calendar that is exclusive by night', () => {
    const stay = (start: string, end: string, title = 'The Hoppers') => ({ title, start, end })
    const list = async (path: string, from: string, to: string) =>
      expectStatus(
        await api.get<List<Event>>(`${path}/events?from=${from}&to=${to}`),
        200,
      ).data.map(({ title }) => title)
    const taken = async (path: string) =>
      expectStatus(
        await api.get<List<{ readonly date: string; readonly status: string }>>(
          `${path}/nights?from=2035-01-01&to=2036-01-01`,
        ),
        200,
      ).data.flatMap(({ date, status }) => (status === 'taken' ? [date] : []))

    test('can be created only on free nights, and a conflict names the taken nights', async () => {
      const path = await make({ name: 'House', exclusive: 'nights' })
      const made = await api.post<Event>(`${path}/events`, stay('2035-06-01', '2035-06-04'))
      const event = expectStatus(made, 201)
      expect(made.headers.location).toBe(`${path}/events/${event.id}`)
      const late = await api.post(`${path}/events`, stay('2035-06-03', '2035-06-06'))
      expect([late.status, refusal(late).code, refusal(late).nights]).toEqual([
        409,
        'night_taken',
        ['2035-06-03'],
      ])
      // The night of the departure date is free for the next stay.
      expectStatus(await api.post(`${path}/events`, stay('2035-06-04', '2035-06-06')), 201)
      expect(await taken(path)).toEqual([1, 2, 3, 4, 5].map((day) => `2035-06-0${day}`))
    })

    test('are listed by range, including one that began before it', async () => {
      const path = await make({ name: 'House', exclusive: 'nights' })
      for (const [title, start, end] of [
        ['Spring', '2035-04-25', '2035-06-02'],
        ['Summer', '2035-06-10', '2035-06-12'],
        ['Autumn', '2035-07-01', '2035-07-03'],
      ] as const) {
        expectStatus(await api.post(`${path}/events`, stay(start, end, title)), 201)
      }
      expect(await list(path, '2035-06-01', '2035-07-01')).toEqual(['Spring', 'Summer'])
      expect(await list(path, '2035-06-02', '2035-06-10')).toEqual([])
    })

    test('can be moved at the version that was read, and claim only the new nights', async () => {
      const path = await make({ name: 'House', exclusive: 'nights' })
      const made = await api.post<Event>(`${path}/events`, stay('2035-06-01', '2035-06-05'))
      const one = `${path}/events/${made.body.id}`
      const moved = await api.put<Event>(one, stay('2035-06-03', '2035-06-07'))
      expect(expectStatus(moved, 200)).toMatchObject({ id: made.body.id, version: 2 })
      expect(await taken(path)).toEqual([3, 4, 5, 6].map((day) => `2035-06-0${day}`))
      const versioned = cluster.anybody.as({ 'x-api-key': API_KEY, 'if-match': '"1"' })
      const stale = await versioned.put(one, stay('2035-06-20', '2035-06-21'))
      expect([stale.status, refusal(stale).code]).toEqual([412, 'version_mismatch'])
      expect(await taken(path)).toEqual([3, 4, 5, 6].map((day) => `2035-06-0${day}`))
    })

    test('can be deleted once, and their nights are free again', async () => {
      const path = await make({ name: 'House', exclusive: 'nights' })
      const made = await api.post<Event>(`${path}/events`, stay('2035-06-01', '2035-06-05'))
      const one = `${path}/events/${made.body.id}`
      const stale = await api.delete(one, { 'if-match': '"7"' })
      expect([stale.status, refusal(stale).code]).toEqual([412, 'version_mismatch'])
      const gone = await api.delete(one, { 'if-match': '"1"' })
      expect([gone.status, gone.text]).toEqual([204, ''])
      expect((await api.delete(one)).status).toBe(404)
      expect(await taken(path)).toEqual([])
      expectStatus(await api.post(`${path}/events`, stay('2035-06-01', '2035-06-05')), 201)
    })

    test('are listed as objects that FullCalendar reads', async () => {
      const path = await make({ name: 'House', exclusive: 'nights' })
      const made = await api.post<Event>(`${path}/events`, {
        ...stay('2035-06-01', '2035-06-05'),
        extendedProps: { guests: 4 },
      })
      const range = 'start=2035-06-01T00:00:00Z&end=2035-07-01T00:00:00Z'
      const read = await api.get(`${path}/events?format=fullcalendar&${range}`)
      expect(expectStatus(read, 200)).toEqual([
        {
          id: made.body.id,
          title: 'The Hoppers',
          start: '2035-06-01',
          end: '2035-06-05',
          allDay: true,
          extendedProps: { guests: 4 },
        },
      ])
    })
  })

  describe('calendars and their events over the API', () => {
    const conference = {
      title: 'Conference',
      start: '2035-05-07T07:00:00Z',
      end: '2035-05-11T16:00:00Z',
    }

    test('calendars can be created, read, listed, replaced, and deleted in the background', async () => {
      const made = await api.post<Calendar>('/v1/calendars', { name: 'Work', timeZone: 'UTC' })
      const { id } = expectStatus(made, 201)
      const path = `/v1/calendars/${id}`
      expect(made.headers.location).toBe(path)
      expect(expectStatus(await api.get<Calendar>(path), 200).name).toBe('Work')
      const listed = async () =>
        expectStatus(await api.get<List<Calendar>>('/v1/calendars?limit=100'), 200).data.map(
          (each) => each.id,
        )
      expect(await listed()).toContain(id)
      const put = await api.put<Calendar>(path, { name: 'Office', timeZone: 'UTC' })
      expect(expectStatus(put, 200)).toMatchObject({ name: 'Office', version: 2 })
      expectStatus(await api.post(`${path}/events`, conference), 201)
      const accepted = await api.delete<Calendar>(path)
      expect(expectStatus(accepted, 202)).toMatchObject({ removal: { removedItems: 0 } })
      expect(accepted.headers.location).toBe(path)
      expect(await listed()).not.toContain(id)
      expect((await api.post(`${path}/events`, conference)).status).toBe(404)
      await expect.poll(async () => (await api.get(path)).status, { timeout: 20_000 }).toBe(404)
    })

    test('events can be created, read by id alone, moved under the same id, and deleted', async () => {
      const path = await make({ name: 'Work' })
      const made = await api.post<Event>(`${path}/events`, conference)
      const event = expectStatus(made, 201)
      const one = `${path}/events/${event.id}`
      expect(made.headers.location).toBe(one)
      expect(expectStatus(await api.get<Event>(one), 200)).toMatchObject(conference)
      const moved = { ...conference, start: '2035-09-03T07:00:00Z', end: '2035-09-04T16:00:00Z' }
      expect(expectStatus(await api.put<Event>(one, moved), 200)).toMatchObject({
        ...moved,
        id: event.id,
      })
      expect(expectStatus(await api.get<Event>(one), 200).start).toBe(moved.start)
      const gone = await api.delete(one)
      expect([gone.status, gone.text]).toEqual([204, ''])
      expect((await api.get(one)).status).toBe(404)
    })

    test('a range that begins in the middle of an event includes the event', async () => {
      const path = await make({ name: 'Work' })
      expectStatus(await api.post(`${path}/events`, conference), 201)
      const titles = async (from: string, to: string) =>
        expectStatus(
          await api.get<List<Event>>(`${path}/events?from=${from}&to=${to}`),
          200,
        ).data.map(({ title }) => title)
      expect(await titles('2035-05-09T00:00:01Z', '2035-05-10T00:00:01Z')).toEqual(['Conference'])
      expect(await titles('2035-05-11T16:00:00Z', '2035-05-12T00:00:00Z')).toEqual([])
    })
  })

  describe('a caller', () => {
    const rapidApi = (user: string, plan: string, secret = PROXY_SECRET): HttpClient =>
      cluster.anybody.as({
        'x-rapidapi-user': `${user}-${engine}`,
        'x-rapidapi-proxy-secret': secret,
        'x-rapidapi-subscription': plan,
      })

    test('can replace its key without a failed call', async () => {
      const path = await make({ name: 'Kept' })
      const issue = async () =>
        expectStatus(
          await api.post<{ readonly id: string; readonly secret: string }>('/v1/api-keys', {
            name: 'site',
          }),
          201,
        )
      const old = await issue()
      let current = old
      const made: string[] = []
      let underWayWithOld = 0
      const before = cluster.anybody.as({ 'x-api-key': old.secret })
      const work = async (worker: number) => {
        for (let n = 0; n < 25; n += 1) {
          const isOld = current === old
          const client = cluster.anybody.as({ 'x-api-key': current.secret })
          if (isOld) underWayWithOld += 1
          const start = new Date(Date.parse('2035-05-01T00:00:00Z') + (worker * 25 + n) * 3_600_000)
          const end = new Date(start.getTime() + 3_600_000)
          const event = await client.post<Event>(`${path}/events`, {
            title: `${worker} ${n}`,
            start: start.toISOString(),
            end: end.toISOString(),
          })
          if (isOld) underWayWithOld -= 1
          made.push(expectStatus(event, 201).id)
          if (worker === 0 && n === 8) current = await issue()
        }
      }
      const workers = Array.from({ length: 4 }, (_, worker) => work(worker))
      // Wait until every worker uses the new key and all calls with the old key are answered.
      await expect.poll(() => current !== old && underWayWithOld === 0).toBe(true)
      expect((await api.delete(`/v1/api-keys/${old.id}`)).status).toBe(204)
      expect((await before.get(path)).status).toBe(401)
      await Promise.all(workers)
      const after = cluster.anybody.as({ 'x-api-key': current.secret })
      const listed = expectStatus(
        await after.get<List<Event>>(`${path}/events?from=2035-05-01&to=2035-06-01&limit=100`),
        200,
      )
      expect(listed.data.map(({ id }) => id).sort()).toEqual(made.toSorted())
      expect(made).toHaveLength(100)
    })

    test('through RapidAPI has its own calendars, and the call limit of its plan', async () => {
      const [ada, grace] = [rapidApi('ada', 'BASIC'), rapidApi('grace', 'PRO')]
      const mine = expectStatus(
        await ada.post<Calendar>('/v1/calendars', { name: 'Ada', timeZone: 'UTC' }),
        201,
      )
      expect((await grace.get(`/v1/calendars/${mine.id}`)).status).toBe(404)
      const listed = await grace.get<List<Calendar>>('/v1/calendars')
      expect(expectStatus(listed, 200).data).toEqual([])
      expect(listed.headers['ratelimit-policy']).toBe('"rapidapi-pro";q=8;w=3600')

      const answers: Answer<unknown>[] = []
      for (let n = 0; n < 6; n += 1) answers.push(await ada.get(`/v1/calendars/${mine.id}`))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429])
      expect(Number(answers[5]?.headers['retry-after'])).toBeGreaterThan(0)
      // The limit is per caller: another caller from the same address can continue.
      expect((await grace.get('/v1/calendars')).status).toBe(200)
      // A larger plan applies at once, to the same account.
      expect((await rapidApi('ada', 'PRO').get(`/v1/calendars/${mine.id}`)).status).toBe(200)
      expect((await rapidApi('ada', 'PRO', 'wrong').get('/v1/calendars')).status).toBe(401)
    })
  })

  test('the doctor finds no problem after all this', async () => {
    expect(await doctorFindings(cluster, SUNDAY)).toEqual([])
  })
})
