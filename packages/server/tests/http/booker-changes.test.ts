import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOW, openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, book, makeBooking, makeEventType, NEXT_START, START } from './support/fixtures.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
beforeEach(() => server.clock.moveTo(NOW))
afterAll(() => server.close())

const LATER = '2026-04-28T07:00:00Z'

const act = (booking: Body, action: string, body: unknown, key?: unknown) =>
  server.call('POST', `/v1/bookings/${booking.id}/${action}`, {
    body,
    ...(typeof key === 'string' && { key }),
  })

async function makeConfirmed(more: Readonly<Record<string, unknown>> = {}): Promise<Body> {
  const booking = await makeBooking(server.call, more)
  expect((await act(booking, 'confirm', {})).status).toBe(200)
  return booking
}

describe('from the start of a booking', () => {
  test.each([
    ['cancel', {}],
    ['reschedule', { start: LATER }],
  ])('its booker can no longer %s it', async (action, body) => {
    const booking = await makeConfirmed()
    server.clock.moveTo(Date.parse(START))
    const late = await act(booking, action, body, booking.manageToken)
    expect([late.status, late.body.code]).toEqual([409, 'too_late_to_change'])
    expect((await act(booking, action, body)).status).toBe(200)
  })

  test.each([
    ['cancel', {}],
    ['reschedule', { start: LATER }],
  ])('its booker could still %s it a minute before', async (action, body) => {
    const booking = await makeConfirmed()
    server.clock.moveTo(Date.parse(START) - 60_000)
    expect((await act(booking, action, body, booking.manageToken)).status).toBe(200)
  })
})

describe('another confirmation', () => {
  test('of a confirmed booking gets the same answer, with the key and with the token', async () => {
    const booking = await makeBooking(server.call)
    const confirmed = await act(booking, 'confirm', {})
    const again = await act(booking, 'confirm', { booker: BOOKER })
    expect([again.status, again.body]).toEqual([200, confirmed.body])
    const byBooker = await act(booking, 'confirm', {}, booking.manageToken)
    expect(byBooker.status).toBe(200)
    expect(byBooker.body).toMatchObject({ id: booking.id, status: 'confirmed', version: 2 })
    const keyed = { body: {}, headers: { 'idempotency-key': 'confirm-again' } }
    const path = `/v1/bookings/${booking.id}/confirm`
    expect((await server.call('POST', path, keyed)).body).toEqual(confirmed.body)
    await act(booking, 'cancel', {})
    const replayed = await server.call('POST', path, keyed)
    expect([replayed.status, replayed.body]).toEqual([200, confirmed.body])
  })

  test('of a confirmed booking is refused for somebody else, and of a cancelled one', async () => {
    const booking = await makeConfirmed()
    const other = { booker: { ...BOOKER, email: 'somebody@else.example' } }
    const refused = await act(booking, 'confirm', other)
    expect([refused.status, refused.body.code]).toEqual([409, 'invalid_transition'])
    await act(booking, 'cancel', {})
    const late = await act(booking, 'confirm', {})
    expect([late.status, late.body.code]).toEqual([409, 'invalid_transition'])
  })
})

test('a cancelled booking says who cancelled it', async () => {
  const byBooker = await makeConfirmed()
  const byAccount = await makeConfirmed()
  const { manageToken } = byBooker
  expect((await act(byBooker, 'cancel', {}, manageToken)).body.cancelledBy).toBe('booker')
  expect((await act(byAccount, 'cancel', { reason: 'ill' })).body.cancelledBy).toBe('account')
})

describe('an approved booking that its booker moves', () => {
  const REAPPROVED = {
    confirmation: 'approval',
    approvalMinutes: 60,
    policy: { reapproveOnReschedule: true },
  }
  const slotsOf = async ({ eventTypeId }: Body) => {
    const path = `/v1/event-types/${eventTypeId}/slots?from=2026-04-27&to=2026-04-28`
    return (await server.call('GET', path)).body.data.map(({ start }) => start)
  }

  test('waits for approval again at its new time, which is held, and frees the old one', async () => {
    const booking = await makeConfirmed(REAPPROVED)
    const moved = await act(booking, 'reschedule', { start: NEXT_START }, booking.manageToken)
    expect([moved.status, moved.body]).toMatchObject([
      200,
      { status: 'pending', start: NEXT_START, holdExpiresAt: '2026-04-20T09:00:00Z' },
    ])
    const offered = await slotsOf(booking)
    expect(offered).toContain(START)
    expect(offered).not.toContain(NEXT_START)
    const early = await act(booking, 'confirm', {}, booking.manageToken)
    expect([early.status, early.body.code]).toEqual([409, 'invalid_transition'])
    const approved = await act(booking, 'confirm', {})
    expect(approved.body).toMatchObject({ status: 'confirmed', holdExpiresAt: null })
    expect(await slotsOf(booking)).not.toContain(NEXT_START)
  })

  test('can be declined, which frees its time', async () => {
    const booking = await makeConfirmed(REAPPROVED)
    await act(booking, 'reschedule', { start: NEXT_START }, booking.manageToken)
    expect((await act(booking, 'cancel', {})).body.status).toBe('cancelled')
    expect(await slotsOf(booking)).toContain(NEXT_START)
  })

  test('stays confirmed without that policy, and where the account moves it', async () => {
    const plain = await makeConfirmed({ ...REAPPROVED, policy: {} })
    const byBooker = await act(plain, 'reschedule', { start: NEXT_START }, plain.manageToken)
    expect(byBooker.body.status).toBe('confirmed')
    const strict = await makeConfirmed(REAPPROVED)
    const byAccount = await act(strict, 'reschedule', { start: NEXT_START })
    expect(byAccount.body.status).toBe('confirmed')
  })

  test('is told by the policy of its event type, which can be changed', async () => {
    const eventType = await makeEventType(server.call, REAPPROVED)
    const path = `/v1/event-types/${eventType.id}`
    const policyAfter = async (body: object) =>
      (await server.call('PATCH', path, { body })).body.policy
    expect(eventType.policy).toMatchObject({ reapproveOnReschedule: true })
    expect(await policyAfter({ title: 'Second visit' })).toEqual(eventType.policy)
    expect(await policyAfter({ policy: {} })).toEqual({
      reapproveOnReschedule: false,
      cancelUntilMinutes: null,
      rescheduleUntilMinutes: null,
      maxReschedules: null,
    })
    const booking = await book(server.call, eventType.id)
    expect(booking.status).toBe('pending')
  })
})
