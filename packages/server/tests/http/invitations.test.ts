import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { book, makeBooking, makeEventType, NEXT_START } from './support/fixtures.ts'
import { openMailbox, type TestMailbox } from './support/mailbox.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

let mailbox: TestMailbox
let server: TestApp
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await openTestApp({ settings: { mailFrom: 'mail@example.com' } })
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const download = (booking: Body, key?: string) =>
  server.call('GET', `/v1/bookings/${booking.id}/invite.ics`, key === undefined ? {} : { key })

/** Sends the mails of what has happened, and answers the invitations to a booker, the latest last. */
async function mailed(email: string): Promise<readonly (string | null)[]> {
  await mailbox.send(server)
  return (await mailbox.to(email)).map(({ invitation }) => invitation)
}

const eventOf = (content: string) =>
  new ICAL.Component(ICAL.parse(content)).getFirstSubcomponent('vevent') as ICAL.Component

test('what is downloaded is byte for byte what the mail carries, through confirmation, move and cancelling', async () => {
  const { call } = server
  const eventType = await makeEventType(call, { title: 'Prüfung, "quoted"; 予約 🎉' })
  const booking = await book(call, eventType.id)
  const seen: { method: unknown; sequence: unknown; uid: unknown; text: string }[] = []
  for (const [action, body] of [
    ['confirm', {}],
    ['reschedule', { start: NEXT_START }],
    ['cancel', {}],
  ] as const) {
    // A second apart, as DTSTAMP tells versions apart in whole seconds.
    server.clock.moveTo(server.clock.nowEpochMilliseconds() + 1_000)
    expect((await call('POST', `/v1/bookings/${booking.id}/${action}`, { body })).status).toBe(200)
    const got = await download(booking)
    expect(got.status).toBe(200)
    expect(await mailed('grace@example.com')).toContain(got.text)
    const method = new ICAL.Component(ICAL.parse(got.text)).getFirstPropertyValue('method')
    expect(got.headers.get('content-type')).toBe(`text/calendar; charset=utf-8; method=${method}`)
    expect(got.headers.get('content-disposition')).toBe('attachment; filename="invite.ics"')
    const event = eventOf(got.text)
    seen.push({
      method,
      sequence: event.getFirstPropertyValue('sequence'),
      uid: event.getFirstPropertyValue('uid'),
      text: got.text,
    })
  }
  const uid = `${booking.id}@holdfast`
  expect(seen).toMatchObject([
    { method: 'REQUEST', sequence: 0, uid },
    { method: 'REQUEST', sequence: 1, uid },
    { method: 'CANCEL', sequence: 2, uid },
  ])
  expect(eventOf(seen[0]?.text ?? '').getFirstPropertyValue('summary')).toBe(
    'Prüfung, "quoted"; 予約 🎉 with Dr. Ada Weber',
  )
})

test('the booker has it with the manage token of that booking alone', async () => {
  const booking = await makeBooking(server.call)
  const other = await makeBooking(server.call)
  const got = await download(booking, booking.manageToken)
  expect([got.status, got.text]).toEqual([200, (await download(booking)).text])
  expect(got.headers.get('access-control-allow-origin')).toBe('*')
  expect((await download(booking, other.manageToken)).status).toBe(401)
  expect((await download(booking, server.otherKey)).status).toBe(404)
})

test('a booking that is held has a tentative invitation', async () => {
  const booking = await makeBooking(server.call)
  const event = eventOf((await download(booking)).text)
  expect(event.getFirstPropertyValue('status')).toBe('TENTATIVE')
})

test('an invitation says where to join once the booking is confirmed, and where it is moved to', async () => {
  const { call } = server
  const url = 'https://example.com/room'
  const eventType = await makeEventType(call, { locations: [{ kind: 'link', url }] })
  const booking = await book(call, eventType.id)
  const placeOf = async () => {
    const event = eventOf((await download(booking, booking.manageToken)).text)
    return ['sequence', 'location', 'url', 'description'].map((name) =>
      event.getFirstPropertyValue(name),
    )
  }
  expect(await placeOf()).toEqual([0, null, null, null])
  await call('POST', `/v1/bookings/${booking.id}/confirm`, { body: {} })
  expect(await placeOf()).toEqual([0, url, url, `Join: ${url}`])
  const location = { kind: 'in_person', address: 'Seestraße 1; Zürich' }
  await call('PATCH', `/v1/bookings/${booking.id}`, { body: { location } })
  expect(await placeOf()).toEqual([1, 'Seestraße 1; Zürich', null, null])
})

test('every documented answer of these calls was seen', async () => {
  const booking = await makeBooking(server.call)
  const got = await server.call('GET', `/v1/bookings/${booking.id}/invite.ics?format=html`)
  expect(got.status).toBe(422)
  expect(server.call.unseen('Invitations', REFUSED_ALIKE)).toEqual([])
})
