import type { Interval } from '@holdfast/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CapacityUse } from '../../src/adapters/dynamodb/capacity.ts'
import { connectCalendar } from '../../src/external-calendars/connections/connections.ts'
import { refreshConnection } from '../../src/external-calendars/connections/refresh.ts'
import { forgetAccounts } from '../../src/identity/accounts/known-accounts.ts'
import { everyDay } from '../support/fixtures.ts'
import { type MeteredApp, openMeteredApp } from './metered-app.ts'

const BOOKER = { name: 'Ada Lovelace', email: 'ada@example.com' }

let app: MeteredApp
let call: MeteredApp['call']
let cost: MeteredApp['cost']
beforeAll(async () => {
  app = await openMeteredApp()
  call = app.call
  cost = app.cost
})
afterAll(() => app.close())

/** A provider with seven bookings on each of the first 28 days of May, and an event type with holds. */
interface BusyProvider {
  readonly providerId: string
  readonly eventTypeId: string
}

/** Creates a provider and its event types, without bookings. */
async function makeFreeProvider(slug: string): Promise<BusyProvider & { readonly atOnce: string }> {
  const { body: provider } = await call('POST', '/v1/providers', {
    body: { name: 'Dr. Grace Hopper', slug, timeZone: 'Europe/Berlin', specialty: 'cardiology' },
  })
  const makeEventType = async (slug: string, confirmation: string) => {
    const body = {
      providerId: provider.id,
      slug,
      title: 'First visit',
      durationMinutes: 30,
      availabilityRules: everyDay({ start: '09:00', end: '17:00' }),
      confirmation,
    }
    return (await call('POST', '/v1/event-types', { body })).body
  }
  const eventType = await makeEventType('first-visit', 'hold')
  const atOnce = await makeEventType('at-once', 'instant')
  return { providerId: provider.id, eventTypeId: eventType.id, atOnce: atOnce.id }
}

async function makeBusyProvider(slug: string): Promise<BusyProvider> {
  const { atOnce, ...made } = await makeFreeProvider(slug)
  for (let day = 1; day <= 28; day += 1) {
    for (const hour of ['08', '09', '10', '11', '12', '13', '14']) {
      const start = `2026-05-${String(day).padStart(2, '0')}T${hour}:00:00Z`
      await cost(201, 'POST', '/v1/bookings', {
        body: { eventTypeId: atOnce, start, booker: BOOKER },
      })
    }
  }
  return made
}

const hold = ({ eventTypeId }: BusyProvider, start: string, headers = {}) =>
  cost(202, 'POST', '/v1/bookings', {
    headers,
    body: { eventTypeId, start, booker: BOOKER },
  })

const slotsOfMay = ({ eventTypeId }: BusyProvider) =>
  cost(200, 'GET', `/v1/event-types/${eventTypeId}/slots?from=2026-05-01&to=2026-05-28`)

let plain: BusyProvider
beforeAll(async () => {
  plain = await makeBusyProvider('grace-hopper')
}, 120_000)

test('an entry of up to five guests costs two write units and one for each, none without guests', async () => {
  const { atOnce: eventTypeId } = await makeFreeProvider('invited')
  const bookAt = async (time: string, guestCount: number) => {
    const guests = Array.from({ length: guestCount }, (_, at) => ({
      email: `guest${at}@example.com`,
    }))
    const start = `2026-05-06T${time}:00Z`
    const body = { eventTypeId, start, booker: BOOKER, ...(guestCount > 0 && { guests }) }
    return (await cost(201, 'POST', '/v1/bookings', { body })).writeUnits
  }
  // The guests themselves make booking and event larger than a kilobyte.
  expect(await bookAt('07:00', 0)).toBe(12)
  expect(await bookAt('08:00', 1)).toBe(21)
  expect(await bookAt('09:00', 5)).toBe(25)
  expect(await bookAt('10:00', 6)).toBe(28)
})

test('a hold costs at most 14 write units with an idempotency key, and 12 without', async () => {
  const keyed = await hold(plain, '2026-05-04T07:00:00Z', {
    'idempotency-key': 'a-key-of-the-caller',
  })
  expect(keyed.writeUnits).toBeLessThanOrEqual(14)
  expect((await hold(plain, '2026-05-04T07:30:00Z')).writeUnits).toBeLessThanOrEqual(12)
})

test('a public booking costs one write unit more for its address, one for the account, and one for its email address', async () => {
  const counted = (used: readonly CapacityUse[]) =>
    used.filter((use) => use.operation === 'UpdateItem').map((use) => use.writeUnits)
  const body = { eventTypeId: plain.eventTypeId, start: '2026-05-29T07:00:00Z' }
  const anonymous = await cost(202, 'POST', '/v1/public/bookings', { key: null, body })
  expect(counted(anonymous.uses)).toEqual([1, 1])
  const named = await cost(202, 'POST', '/v1/public/bookings', {
    key: null,
    body: { ...body, start: '2026-05-29T07:30:00Z', booker: BOOKER },
  })
  expect(counted(named.uses)).toEqual([1, 1, 1])
  expect(named.writeUnits).toBeLessThanOrEqual(15)
  expect(counted((await hold(plain, '2026-05-29T08:00:00Z')).uses)).toEqual([])
})

test('a public booking that names the account costs one read more, and none once the account is known', async () => {
  await call('PATCH', '/v1/account', { body: { slug: 'lake' } })
  const readsOf = async (day: number, more = {}) => {
    const body = {
      providerSlug: 'grace-hopper',
      eventTypeSlug: 'first-visit',
      start: `2026-06-${day}T07:00:00Z`,
      ...more,
    }
    const { uses: used } = await cost(202, 'POST', '/v1/public/bookings', { key: null, body })
    return used.filter((use) => use.readUnits > 0).map((use) => use.readUnits)
  }
  const sum = (units: readonly number[]) => units.reduce((all, each) => all + each, 0)
  forgetAccounts(app.deps)
  const without = sum(await readsOf(10))
  forgetAccounts(app.deps)
  const named = sum(await readsOf(11, { accountSlug: 'lake' }))
  expect(named).toBeLessThanOrEqual(without + 1)
  const known = sum(await readsOf(12, { accountSlug: 'lake' }))
  expect(known).toBe(sum(await readsOf(15)))
  expect(known).toBeLessThan(without)
})

test('a confirm costs at most 12 write units', async () => {
  const { body } = await hold(plain, '2026-05-05T07:00:00Z')
  const confirm = await cost(200, 'POST', `/v1/bookings/${body.id}/confirm`)
  expect(confirm.writeUnits).toBeLessThanOrEqual(12)
})

test('a hold on the first day of a ledger costs no more than one on a full day', async () => {
  expect((await hold(plain, '2026-06-03T07:00:00Z')).writeUnits).toBeLessThanOrEqual(12)
})

test('listing slots of a month reads the ledger with one query of at most one read unit', async () => {
  const { uses: used } = await slotsOfMay(plain)
  const queries = used.filter((use) => use.operation === 'Query')
  expect(queries).toHaveLength(1)
  expect(queries[0]?.readUnits).toBeLessThanOrEqual(1)
})

test('listing slots of a month with known rules takes at most two requests and two read units', async () => {
  await slotsOfMay(plain)
  const { uses: used, readUnits } = await slotsOfMay(plain)
  expect(used.length).toBeLessThanOrEqual(2)
  expect(readUnits).toBeLessThanOrEqual(2)
})

test('the soonest slots of 10 event types of 3 providers take 5 requests and 8 read units', async () => {
  const ids: string[] = []
  for (const [index, count] of [4, 3, 3].entries()) {
    const provider = { name: `Room ${index}`, timeZone: 'Europe/Berlin', specialty: 'hearing' }
    const { id: providerId } = (await call('POST', '/v1/providers', { body: provider })).body
    for (let made = 0; made < count; made += 1) {
      const body = {
        providerId,
        slug: `visit-${made}`,
        title: 'Visit',
        durationMinutes: 30,
        availabilityRules: everyDay({ start: '09:00', end: '17:00' }),
      }
      ids.push((await call('POST', '/v1/event-types', { body })).body.id)
    }
    const first = { eventTypeId: ids.at(-1), start: '2026-05-04T07:00:00Z', booker: BOOKER }
    await call('POST', '/v1/bookings', { body: first })
  }
  const query = `${ids.map((id) => `eventTypeIds=${id}`).join('&')}&from=2026-05-04&limit=20`
  const byIds = await cost(200, 'GET', `/v1/slots?${query}`)
  expect(byIds.body.data).toHaveLength(20)
  expect(byIds.uses.map((use) => use.operation).sort()).toEqual([
    'BatchGetItem',
    'BatchGetItem',
    'Query',
    'Query',
    'Query',
  ])
  expect(byIds.readUnits).toBeLessThanOrEqual(8)
  // The providers and event types of a specialty are found by four queries of indexes, the teams of the account by a fifth.
  const bySpecialty = await cost(200, 'GET', '/v1/slots?specialty=hearing&from=2026-05-04&limit=20')
  expect(bySpecialty.body.data).toEqual(byIds.body.data)
  expect(bySpecialty.readUnits).toBeLessThanOrEqual(10.5)
})

describe('with a schedule', () => {
  let plainOne: BusyProvider
  let scheduled: BusyProvider
  beforeAll(async () => {
    plainOne = await makeFreeProvider('alan-turing')
    scheduled = await makeFreeProvider('john-von-neumann')
    const body = {
      name: 'Office hours',
      timeZone: 'Europe/Berlin',
      availabilityRules: everyDay({ start: '08:00', end: '18:00' }),
    }
    const { body: schedule } = await call('POST', '/v1/schedules', { body })
    const provider = `/v1/providers/${scheduled.providerId}`
    await call('PATCH', provider, { body: { scheduleId: schedule.id } })
  })

  test('listing slots of a month takes no more requests and one read unit more', async () => {
    await slotsOfMay(plainOne)
    const without = await slotsOfMay(plainOne)
    expect(without.uses.map((use) => use.operation).sort()).toEqual(['BatchGetItem', 'Query'])
    await slotsOfMay(scheduled)
    const { uses: used, readUnits } = await slotsOfMay(scheduled)
    expect(used.map((use) => use.operation).sort()).toEqual(['BatchGetItem', 'Query'])
    expect(readUnits).toBeLessThanOrEqual(without.readUnits + 1)
  })

  test('a hold costs one read unit more and no more write units', async () => {
    const without = await hold(plainOne, '2026-05-07T07:00:00Z')
    const { writeUnits, readUnits, uses: used } = await hold(scheduled, '2026-05-07T07:00:00Z')
    expect(writeUnits).toBeLessThanOrEqual(without.writeUnits)
    expect(readUnits).toBeLessThanOrEqual(without.readUnits + 1)
    expect(used).toHaveLength(without.uses.length)
  })

  test('time off is read beside the ledger, and not for times after it', async () => {
    const path = `/v1/providers/${scheduled.providerId}/time-off`
    const made = await cost(201, 'POST', path, { body: { start: '2026-05-11', end: '2026-05-13' } })
    expect(made.writeUnits).toBeLessThanOrEqual(20)
    await slotsOfMay(scheduled)
    const { uses: used } = await slotsOfMay(scheduled)
    expect(used.map((use) => use.operation).sort()).toEqual(['BatchGetItem', 'Query', 'Query'])
    const june = `/v1/event-types/${scheduled.eventTypeId}/slots?from=2026-06-01&to=2026-06-28`
    const later = await cost(200, 'GET', june)
    expect(later.uses.map((use) => use.operation).sort()).toEqual(['BatchGetItem', 'Query'])
  })
})

test('reading a booking by ID costs one read unit', async () => {
  const { body } = await hold(plain, '2026-05-06T07:00:00Z')
  const { uses: used, readUnits } = await cost(200, 'GET', `/v1/bookings/${body.id}`)
  expect(used).toHaveLength(1)
  expect(readUnits).toBe(1)
})

/** Eight half-hour meetings on each of 120 days. */
const meetings = (minutesLater: number) =>
  Array.from({ length: 120 }, (_, day) => day).flatMap((day) =>
    Array.from({ length: 8 }, (_, hour) => {
      const at = Date.parse('2026-04-20T16:00:00Z') / 60_000 + day * 1440 + hour * 45 + minutesLater
      return { startEpochMinutes: at, endEpochMinutes: at + 30 }
    }),
  )

describe('with a connected calendar of eight meetings a day', () => {
  let connected: BusyProvider
  beforeAll(async () => {
    connected = await makeBusyProvider('ada-weber')
    const caller = {
      accountId: app.accountId,
      requestId: 'test',
      role: 'account',
      actor: { kind: 'system' },
    } as const
    const calendar = { kind: 'google', credentialReference: 'one' } as const
    await connectCalendar(app.deps, caller, connected.providerId, calendar)
  }, 120_000)

  /** Reads the calendar ten minutes later, with the given meetings; returns the cost of the read. */
  async function costOfRead(meetingsNow: readonly Interval[]) {
    app.busy.times = meetingsNow
    app.clock.moveTo(app.clock.nowEpochMilliseconds() + 600_000)
    app.resetUses()
    const connection = await refreshConnection(app.deps, connected.providerId, 'google')
    expect(connection?.status).toBe('active')
    const sum = (pick: (use: CapacityUse) => number) =>
      app.uses().reduce((all, use) => all + pick(use), 0)
    return { writeUnits: sum((use) => use.writeUnits), readUnits: sum((use) => use.readUnits) }
  }

  test('listing slots of a month takes four requests and 3.5 read units', async () => {
    await costOfRead(meetings(0))
    await slotsOfMay(connected)
    const { uses: used, readUnits } = await slotsOfMay(connected)
    const operations = used.map((use) => use.operation).sort()
    expect(operations).toEqual(['BatchGetItem', 'Query', 'Query', 'Query'])
    expect(readUnits).toBeLessThanOrEqual(3.5)
  })

  test('a read of an unchanged calendar costs at most 6 write and 7 read units', async () => {
    await costOfRead(meetings(0))
    const { writeUnits, readUnits } = await costOfRead(meetings(0))
    expect(writeUnits).toBeLessThanOrEqual(6)
    expect(readUnits).toBeLessThanOrEqual(7)
  })

  test('a read after changes on every day of four months costs at most 24 write units', async () => {
    await costOfRead(meetings(0))
    const { writeUnits } = await costOfRead(meetings(5))
    expect(writeUnits).toBeLessThanOrEqual(24)
  })

  test('a claim costs at most two more read units and no more write units', async () => {
    await costOfRead(meetings(0))
    // A key is read again five seconds after its last use, which a slow machine can exceed here.
    await call('GET', '/v1/account')
    const { writeUnits, readUnits } = await hold(connected, '2026-05-07T07:00:00Z')
    expect(writeUnits).toBeLessThanOrEqual(12)
    expect(readUnits).toBeLessThanOrEqual(4)
  })
})

test("a guest's stay costs three write units more than the account's, for its counters, and managing it costs 3 read units", async () => {
  const { body: house } = await cost(201, 'POST', '/v1/calendars', {
    body: { name: 'House', timeZone: 'Europe/Berlin', exclusive: 'nights', publicStays: true },
  })
  const owned = await cost(201, 'POST', `/v1/calendars/${house.id}/events`, {
    body: {
      title: BOOKER.name,
      start: '2026-06-01',
      end: '2026-06-04',
      extendedProps: { guestName: BOOKER.name, guestEmail: BOOKER.email },
    },
  })
  // The page reads it first, and with it the state of the account, which is trusted for five seconds.
  await cost(200, 'GET', `/v1/stays/${house.id}?from=2026-06-01&to=2026-06-30`)
  const taken = await cost(201, 'POST', `/v1/stays/${house.id}`, {
    body: { arrival: '2026-06-08', departure: '2026-06-11', guest: BOOKER },
  })
  expect(taken.writeUnits).toBe(owned.writeUnits + 3)
  expect(taken.writeUnits).toBeLessThanOrEqual(11)
  expect(taken.readUnits).toBeLessThanOrEqual(2)
  const path = `/v1/stays/${house.id}/${taken.body.id}`
  const sent = { key: taken.body.manageToken }
  const seen = await cost(200, 'GET', path, sent)
  const cancelled = await cost(200, 'POST', `${path}/cancel`, { ...sent, body: {} })
  expect([seen.readUnits, cancelled.readUnits]).toEqual([3, 3])
  // The stay stays in the history of its calendar: two more.
  expect(cancelled.writeUnits).toBeLessThanOrEqual(10)
})
