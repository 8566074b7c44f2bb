import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { repetitions } from '../support/depth.ts'
import { doctorFindings } from '../support/doctor.ts'
import {
  act,
  book,
  expectStatus,
  hold,
  makeEventType,
  makeProvider,
  type Outcome,
  outcomeOf,
  readBooking,
  SUNDAY,
  tally,
} from '../support/fixtures.ts'
import { checkLedger } from '../support/ledger-check.ts'
import { OTHER_ENGINES } from '../support/stores.ts'
import { until } from '../support/until.ts'

const NINE = '2035-04-23T09:00:00Z'
const TEN = '2035-04-23T10:00:00Z'
const ELEVEN = '2035-04-23T11:00:00Z'
const BEFORE_EXPIRY = '2035-04-22T08:04:59Z'
const EXPIRY = '2035-04-22T08:05:00Z'
const ROUNDS = repetitions(4, 10)
const SWEEP_MS = 60_000

const times = <Value>(count: number, make: (index: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

const seen = (answers: readonly Outcome<unknown>[]) => new Set(answers.map(outcomeOf))

describe.each(OTHER_ENGINES)('concurrent changes on three servers on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ engine, servers: 3, env: { HOLDFAST_RELAY: 'off' } })
  })
  afterAll(() => cluster?.stop())
  beforeEach(() => cluster.setClock(SUNDAY))

  async function makeBookable(given: Readonly<Record<string, unknown>> = {}) {
    const provider = await makeProvider(cluster.api)
    const { id: eventTypeId } = await makeEventType(cluster.api, provider.id, given)
    return { providerId: provider.id, eventTypeId }
  }

  test.for(Array.from({ length: ROUNDS }, (_, round) => round))(
    'confirm and hold at the expiry with clock skew: exactly one gets the time (round %i)',
    async () => {
      const { api } = cluster
      const { providerId, eventTypeId } = await makeBookable()
      const first = await hold(api, eventTypeId, NINE, 'ada')
      // The clock of server 0 is a second behind: the hold is live there, and lapsed on the others.
      await cluster.setClock(BEFORE_EXPIRY, 0)
      await cluster.setClock(EXPIRY, 1)
      await cluster.setClock(EXPIRY, 2)
      const [confirmations, holds] = await Promise.all([
        times(10, () => act(cluster.at(0), first, 'confirm')),
        times(20, (client) => book(cluster.at(1 + (client % 2)), { eventTypeId }, NINE)),
      ])
      await cluster.setClock(EXPIRY)
      const isConfirmed = confirmations[0]?.status === 200
      const wonByHold = holds.filter(({ status }) => status === 202)
      expect(wonByHold.length).toBe(isConfirmed ? 0 : 1)
      // Each confirmation gets the same answer.
      expect(seen(confirmations)).toEqual(new Set([isConfirmed ? '200' : '409 slot_taken']))
      expect(seen(holds.filter(({ status }) => status >= 300))).toEqual(new Set(['409 slot_taken']))
      const owner = isConfirmed ? first.id : wonByHold[0]?.body.id
      expect(await checkLedger(api, providerId, '2035-04-23')).toEqual([owner])
    },
  )

  test('confirm and sweep at the expiry: the booking is confirmed or expired, and its claim matches', async () => {
    const { api } = cluster
    const sweeping = await cluster.add({ sweeper: true })
    const { providerId, eventTypeId } = await makeBookable({ durationMinutes: 15 })
    const held = await times(40, (index) =>
      hold(api, eventTypeId, new Date(Date.parse(NINE) + index * 15 * 60_000).toISOString()),
    )
    await cluster.setClock(BEFORE_EXPIRY)
    const [, ...confirmations] = await Promise.all([
      cluster.setClock(EXPIRY, sweeping),
      ...held.map((booking, index) => act(cluster.at(index % 3), booking, 'confirm')),
    ])
    await cluster.setClock(EXPIRY)
    const settled = () => Promise.all(held.map((booking) => readBooking(api, booking)))
    await until(
      'no booking is pending',
      async () => (await settled()).every(({ status }) => status !== 'pending'),
      SWEEP_MS,
    )
    await cluster.kill(sweeping)
    const after = await settled()
    expect(after.map(({ status }) => status)).toEqual(
      confirmations.map((answer) => (answer.status === 200 ? 'confirmed' : 'expired')),
    )
    expect(
      confirmations
        .filter(({ status }) => status !== 200)
        .map(outcomeOf)
        .filter((outcome) => outcome !== '409 hold_expired'),
    ).toEqual([])
    const confirmed = after.filter(({ status }) => status === 'confirmed').map(({ id }) => id)
    expect(await checkLedger(api, providerId, '2035-04-23')).toEqual(confirmed)
  })

  test('reschedule and create: the new time has one owner, and the old time is free only if it was left', async () => {
    const { api } = cluster
    for (let round = 0; round < ROUNDS; round += 1) {
      const { providerId, eventTypeId } = await makeBookable()
      const first = await hold(api, eventTypeId, NINE)
      if (round % 2 === 1) expectStatus(await act(api, first, 'confirm'), 200)
      const [atTen, moved, atNine] = await Promise.all([
        times(10, () => book(api, { eventTypeId }, TEN)),
        act(api, first, 'reschedule', { start: TEN }),
        times(10, () => book(api, { eventTypeId }, NINE)),
      ])
      expect(seen([...atTen, moved, ...atNine].filter(({ status }) => status >= 300))).toEqual(
        new Set(['409 slot_taken']),
      )
      const won = atTen.filter(({ status }) => status === 202)
      expect(won.length).toBe(moved.status === 200 ? 0 : 1)
      const inOldTime = atNine.filter(({ status }) => status === 202)
      expect(inOldTime.length).toBeLessThanOrEqual(moved.status === 200 ? 1 : 0)
      expect((await readBooking(api, first)).start).toBe(moved.status === 200 ? TEN : NINE)
      const owners = [first, ...[...won, ...inOldTime].map(({ body }) => body)].map(({ id }) => id)
      expect(new Set(await checkLedger(api, providerId, '2035-04-23'))).toEqual(new Set(owners))
    }
  })

  test('two reschedules onto each other’s times both fail and both bookings stay', async () => {
    const { api } = cluster
    for (let round = 0; round < ROUNDS; round += 1) {
      const { providerId, eventTypeId } = await makeBookable()
      const [ada, grace] = await Promise.all([
        hold(api, eventTypeId, NINE, 'ada'),
        hold(api, eventTypeId, round % 2 === 0 ? TEN : '2035-04-24T10:00:00Z', 'grace'),
      ])
      const moved = await times(10, (index) =>
        index % 2 === 0
          ? act(api, ada, 'reschedule', { start: grace.start })
          : act(api, grace, 'reschedule', { start: ada.start }),
      )
      expect(tally(moved)).toEqual({ '409 slot_taken': 10 })
      expect((await readBooking(api, ada)).start).toBe(ada.start)
      expect((await readBooking(api, grace)).start).toBe(grace.start)
      expect(await checkLedger(api, providerId, '2035-04-23')).toEqual([ada.id, grace.id])
    }
  })

  test('two reschedules of one booking: it ends at one of the times and claims no other', async () => {
    const { api } = cluster
    for (let round = 0; round < ROUNDS; round += 1) {
      const { providerId, eventTypeId } = await makeBookable()
      const booking = await hold(api, eventTypeId, NINE)
      const starts = [TEN, ELEVEN, '2035-04-24T10:00:00Z', '2035-04-24T11:00:00Z']
      const moved = await Promise.all(
        starts.map((start) => act(api, booking, 'reschedule', { start })),
      )
      expect(tally(moved)).toEqual({ 200: 4 })
      const after = await readBooking(api, booking)
      expect(after.version).toBe(5)
      expect(after.sequence).toBe(4)
      expect(moved.find(({ body }) => body.version === 5)?.body.start).toBe(after.start)
      expect(await checkLedger(api, providerId, '2035-04-23')).toEqual([booking.id])
    }
  })

  test('reschedules into times that others are leaving never overlap', async () => {
    const { api } = cluster
    const { providerId, eventTypeId } = await makeBookable()
    const at = (index: number) => new Date(Date.parse(NINE) + index * 30 * 60_000).toISOString()
    const held = await times(12, (index) => hold(api, eventTypeId, at(index)))
    const moved = await Promise.all(
      held.map((booking, index) => act(api, booking, 'reschedule', { start: at(index + 1) })),
    )
    // The new time of the last booking is free. The others depend on the order.
    expect(moved.at(-1)?.status).toBe(200)
    expect([...seen(moved)].filter((each) => each !== '200' && each !== '409 slot_taken')).toEqual(
      [],
    )
    for (const [index, booking] of held.entries()) {
      const { start } = await readBooking(api, booking)
      expect(Date.parse(start)).toBe(Date.parse(at(index + (moved[index]?.status === 200 ? 1 : 0))))
    }
    expect(await checkLedger(api, providerId, '2035-04-23')).toHaveLength(12)
  })

  test('confirm and cancel: the booking is cancelled once, and its time is free', async () => {
    const { api } = cluster
    for (let round = 0; round < ROUNDS; round += 1) {
      const { providerId, eventTypeId } = await makeBookable()
      const booking = await hold(api, eventTypeId, NINE)
      const [confirmed, cancelled] = await Promise.all([
        times(10, () => act(api, booking, 'confirm')),
        times(10, () => act(api, booking, 'cancel')),
      ])
      expect(tally(cancelled)).toEqual({ 200: 1, '409 invalid_transition': 9 })
      // Those that come before the cancellation get the same answer, and only the first of them changes the booking.
      const refused = confirmed.filter(({ status }) => status !== 200)
      expect(refused.map(outcomeOf)).toEqual(refused.map(() => '409 invalid_transition'))
      const changes = refused.length < confirmed.length ? 1 : 0
      const after = await readBooking(api, booking)
      expect(after).toMatchObject({ status: 'cancelled', version: 2 + changes })
      expect(await checkLedger(api, providerId, '2035-04-23')).toEqual([])
    }
  })

  test('cancel and create: at most one new booking gets the time, and only after it is free', async () => {
    const { api } = cluster
    for (let round = 0; round < ROUNDS; round += 1) {
      const { providerId, eventTypeId } = await makeBookable()
      const booking = await hold(api, eventTypeId, NINE)
      const [cancelled, holds] = await Promise.all([
        act(api, booking, 'cancel'),
        times(20, () => book(api, { eventTypeId }, NINE)),
      ])
      expect(cancelled.status).toBe(200)
      const won = holds.filter(({ status }) => status === 202)
      expect(won.length).toBeLessThanOrEqual(1)
      expect(seen(holds.filter(({ status }) => status !== 202))).toEqual(
        new Set(['409 slot_taken']),
      )
      expect(await checkLedger(api, providerId, '2035-04-23')).toEqual(
        won.map(({ body }) => body.id),
      )
    }
  })

  test('complete and no-show: one completion succeeds and stands, also after a no-show', async () => {
    const { api } = cluster
    const { eventTypeId } = await makeBookable({ confirmation: 'instant' })
    const booking = expectStatus(await book(api, { eventTypeId }, NINE), 201)
    await cluster.setClock(NINE)
    const answers = await times(20, (index) =>
      act(api, booking, index % 2 === 0 ? 'complete' : 'no-show'),
    )
    const completions = answers.filter((_, index) => index % 2 === 0)
    const noShows = answers.filter((_, index) => index % 2 === 1)
    expect(tally(completions)).toEqual({ 200: 1, '409 invalid_transition': 9 })
    // It succeeds only before the completion, which then corrects it.
    const marked = noShows.filter(({ status }) => status === 200)
    expect(marked.length).toBeLessThanOrEqual(1)
    expect(seen(noShows.filter(({ status }) => status !== 200))).toEqual(
      new Set(['409 invalid_transition']),
    )
    const completed = completions.find(({ status }) => status === 200)
    expect(completed?.body).toMatchObject({ status: 'completed', version: 2 + marked.length })
    expect(await readBooking(api, booking)).toEqual(completed?.body)
  })

  test('changes of one booking with If-Match: exactly one succeeds per version', async () => {
    const { api } = cluster
    const { providerId, eventTypeId } = await makeBookable()
    const booking = await hold(api, eventTypeId, NINE)
    const moved = await times(20, (index) =>
      act(
        api,
        booking,
        'reschedule',
        { start: new Date(Date.parse(TEN) + index * 30 * 60_000).toISOString() },
        { 'if-match': '"1"' },
      ),
    )
    expect(tally(moved)).toEqual({ 200: 1, '412 version_mismatch': 19 })
    expect(await checkLedger(api, providerId, '2035-04-23')).toEqual([booking.id])
  })

  test('delete of a provider and create: a concurrent hold may succeed and stays; later ones fail', async () => {
    const { api } = cluster
    for (let round = 0; round < ROUNDS; round += 1) {
      const { providerId, eventTypeId } = await makeBookable()
      const at = (index: number) => new Date(Date.parse(NINE) + index * 30 * 60_000).toISOString()
      const path = `/v1/providers/${providerId}`
      const [deleted, holds] = await Promise.all([
        times(3, () => api.delete<{ code: string }>(path)),
        times(10, (index) => book(api, { eventTypeId }, at(index))),
      ])
      const isDeleted = deleted.some(({ status }) => status === 204)
      const allowed = ['202', '204', '404 not_found', '409 provider_has_bookings']
      expect([...seen([...deleted, ...holds])].filter((each) => !allowed.includes(each))).toEqual(
        [],
      )
      expect((await api.get(path)).status).toBe(isDeleted ? 404 : 200)
      expect(outcomeOf(await book(api, { eventTypeId }, at(20)))).toBe(
        isDeleted ? '404 not_found' : '202',
      )
      for (const { status, body } of holds) {
        if (status !== 202) continue
        expectStatus(await act(api, body, 'confirm'), 200)
        expectStatus(await act(api, body, 'cancel'), 200)
      }
    }
  })

  test('leave a store in which the doctor finds no problem', async () => {
    // After the expiry of every hold of the tests above.
    await cluster.setClock('2035-04-22T10:00:00Z')
    expect(await doctorFindings(cluster, '2035-04-22T10:00:00Z')).toEqual([])
  })
})
