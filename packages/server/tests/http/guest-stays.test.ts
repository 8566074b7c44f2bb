import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body, Sent } from './support/call.ts'
import { bookNights, UNNAMED_ACCOUNT } from './support/fixtures.ts'
import { openMailbox, type TestMailbox } from './support/mailbox.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { sendTwice } from './support/send-twice.ts'

let mailbox: TestMailbox
let server: TestApp
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await openTestApp({
    settings: { mailFrom: 'mail@example.com', publicUrl: 'https://example.com' },
  })
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const anybody = { key: null }
const DATES = { arrival: '2026-06-02', departure: '2026-06-05' }

const makeHouse = async (more: Readonly<Record<string, unknown>> = {}): Promise<Body> => {
  const body = {
    name: 'House by the lake',
    timeZone: 'Europe/Berlin',
    exclusive: 'nights',
    publicStays: true,
    ...more,
  }
  return (await server.call('POST', '/v1/calendars', { body })).body
}

let guests = 0

/** A stay on a house of its own, taken by a guest of its own. */
async function takeStay(dates: typeof DATES = DATES, locale?: string) {
  const house = await makeHouse()
  guests += 1
  const guest = {
    name: 'Grace Hopper',
    email: `grace-${guests}@example.com`,
    ...(locale && { locale }),
  }
  const body = { ...dates, guest, note: 'a secret note' }
  const taken = await server.call('POST', `/v1/stays/${house.id}`, { ...anybody, body })
  expect(taken.status).toBe(201)
  const path = `/v1/stays/${house.id}/${taken.body.id}`
  expect(taken.headers.get('location')).toBe(path)
  const key = taken.body.manageToken
  return {
    house,
    guest,
    path,
    key,
    id: taken.body.id,
    owned: `/v1/calendars/${house.id}/events/${taken.body.id}`,
    cancel: (sent: Sent = {}) => server.call('POST', `${path}/cancel`, { key, body: {}, ...sent }),
  }
}

const nightsOf = async (house: Body) => {
  const got = await server.call('GET', `/v1/stays/${house.id}?from=2026-06-02&to=2026-06-05`)
  return (got.body.nights as { status: string }[]).map(({ status }) => status)
}

/** Sends the mails of what has happened, and answers those to an address, the latest last. */
async function mailed(email: string) {
  await mailbox.send(server)
  return await mailbox.to(email)
}

/** A second later, as DTSTAMP tells versions apart in whole seconds. */
const later = () => server.clock.moveTo(server.clock.nowEpochMilliseconds() + 1_000)

describe('a guest, with the manage token of a stay,', () => {
  test('sees it, without what its owner keeps with it', async () => {
    const { house, guest, path, key, id } = await takeStay()
    const got = await server.call('GET', path, { key })
    expect([got.status, got.headers.get('etag'), got.body]).toEqual([
      200,
      '"1"',
      {
        id,
        version: 1,
        status: 'confirmed',
        ...DATES,
        checkIn: '2026-06-02T13:00:00Z',
        checkOut: '2026-06-05T09:00:00Z',
        guest,
        calendar: {
          name: 'House by the lake',
          timeZone: 'Europe/Berlin',
          checkInTime: '15:00',
          checkOutTime: '11:00',
          path: `/stays/${house.id}`,
        },
        account: UNNAMED_ACCOUNT,
        bookingId: null,
        createdAt: got.body.createdAt,
        updatedAt: got.body.createdAt,
      },
    ])
  })

  test('cancels it until its check-in, and its nights are free', async () => {
    const { house, path, key, cancel, owned } = await takeStay()
    expect(await nightsOf(house)).toEqual(['taken', 'taken', 'taken'])
    const got = await cancel()
    expect([got.status, got.body.status, got.body.version]).toEqual([200, 'cancelled', 2])
    expect(await nightsOf(house)).toEqual(['free', 'free', 'free'])
    expect((await server.call('GET', owned)).status).toBe(404)
    const again = await cancel()
    expect([again.status, again.body.code]).toEqual([404, 'not_found'])
    expect((await server.call('GET', path, { key })).status).toBe(404)
    expect((await server.call('GET', `${path}/invite.ics`, { key })).status).toBe(404)
  })

  test('is answered the same when the request to cancel is sent once more', async () => {
    const { cancel } = await takeStay()
    const headers = { 'idempotency-key': 'cancel-once' }
    const first = await cancel({ headers })
    const second = await cancel({ headers })
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(second.body).toEqual(first.body)
  })

  test('cannot cancel it once the guest may have come', async () => {
    const { cancel, house } = await takeStay({ arrival: '2026-04-20', departure: '2026-04-22' })
    const { nowEpochMilliseconds } = server.clock
    const before = nowEpochMilliseconds()
    server.clock.moveTo(Date.parse('2026-04-20T13:00:00Z'))
    const got = await cancel()
    expect([got.status, got.body.code]).toEqual([409, 'invalid_transition'])
    expect(got.body.detail).toContain('2026-04-20T13:00:00Z')
    const nights = await server.call('GET', `/v1/stays/${house.id}?from=2026-04-20&to=2026-04-22`)
    expect(nights.body.nights).toMatchObject([{ status: 'taken' }, { status: 'taken' }])
    server.clock.moveTo(before)
  })

  test('moves it until its check-in, and keeps it where a night is taken', async () => {
    const { house, path, key } = await takeStay()
    const body = { arrival: '2026-06-04', departure: '2026-06-07' }
    const headers = { 'idempotency-key': 'move-once' }
    const moved = await server.call('POST', `${path}/reschedule`, { key, body, headers })
    expect([moved.status, moved.headers.get('etag'), moved.body]).toMatchObject([
      200,
      '"2"',
      { ...body, status: 'confirmed', version: 2 },
    ])
    const again = await server.call('POST', `${path}/reschedule`, { key, body, headers })
    expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', moved.body])
    expect(await nightsOf(house)).toEqual(['free', 'free', 'taken'])
    await server.call('POST', `/v1/calendars/${house.id}/events`, {
      body: { title: 'Ada', start: '2026-06-02', end: '2026-06-03' },
    })
    const back = await server.call('POST', `${path}/reschedule`, { key, body: DATES })
    expect([back.status, back.body.code, back.body.nights]).toEqual([
      409,
      'night_taken',
      ['2026-06-02'],
    ])
    expect((await server.call('GET', path, { key })).body).toMatchObject({ ...body, version: 2 })
    const wrong = { arrival: '2026-06-07', departure: '2026-06-07' }
    const refused = await server.call('POST', `${path}/reschedule`, { key, body: wrong })
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/departure'])
  })

  test('opens no other stay, and the stay nothing else', async () => {
    const own = await takeStay()
    const other = await takeStay()
    const calls = [
      ['GET', other.path],
      ['POST', `${other.path}/cancel`],
      ['GET', `${other.path}/invite.ics`],
      ['GET', own.owned],
      ['DELETE', own.owned],
      ['GET', `/v1/calendars/${own.house.id}/events?from=2026-06-01&to=2026-07-01`],
    ] as const
    for (const [method, path] of calls) {
      const sent = method === 'POST' ? { body: {} } : {}
      expect((await server.call(method, path, { key: own.key, ...sent })).status).toBe(401)
    }
    const elsewhere = own.path.replace(own.house.id, other.house.id)
    expect((await server.call('GET', elsewhere, { key: own.key })).status).toBe(404)
    expect((await server.call('GET', own.path, { key: own.key })).status).toBe(200)
  })

  test('keeps it while its owner changes it', async () => {
    const { owned, path, key, guest } = await takeStay()
    const body = { title: 'Paid', start: '2026-06-10', end: '2026-06-12' }
    const changed = await server.call('PUT', owned, { body })
    expect(changed.body).toMatchObject({ title: 'Paid', extendedProps: {}, guest })
    const got = await server.call('GET', path, { key })
    expect(got.body).toMatchObject({ arrival: '2026-06-10', departure: '2026-06-12', guest })
    expect(got.text).not.toContain('Paid')
  })
})

test('a stay that comes back in a file keeps its guest, and is what it was', async () => {
  const { house, path, key, owned, guest } = await takeStay()
  const calendar = `/v1/calendars/${house.id}`
  const link = await server.call('POST', `${calendar}/feed-token`)
  const { pathname, search } = new URL(String(link.body.url))
  const { text } = await server.call('GET', `${pathname}${search}`, { key: null })
  const bring = async (file: string) => {
    const headers = { 'content-type': 'text/calendar' }
    return (await server.call('POST', `${calendar}/import`, { rawBody: file, headers })).body
  }
  expect(await bring(text)).toMatchObject({ unchanged: 1, updated: 0 })
  const later = text.replace('VALUE=DATE:20260605', 'VALUE=DATE:20260606')
  expect(await bring(later)).toMatchObject({ unchanged: 0, updated: 1 })
  expect((await server.call('GET', owned)).body).toMatchObject({ end: '2026-06-06', guest })
  expect((await server.call('GET', path, { key })).body.departure).toBe('2026-06-06')
})

test('a token is kept as its hash alone', async () => {
  const { key } = await takeStay()
  expect(JSON.stringify(await server.contents())).not.toContain(key)
})

test('a stay that the account took itself has no guest, and no manage page', async () => {
  const house = await makeHouse()
  const body = { title: 'Cousin', start: '2026-06-02', end: '2026-06-04' }
  const made = await server.call('POST', `/v1/calendars/${house.id}/events`, { body })
  expect(made.body.guest).toBeNull()
  const path = `/v1/stays/${house.id}/${made.body.id}`
  expect((await server.call('GET', path)).status).toBe(404)
  expect((await server.call('POST', `${path}/cancel`, { body: {} })).status).toBe(404)
  expect((await server.call('GET', path, { key: 'hm_guess' })).status).toBe(401)
})

const eventOf = (content: string) =>
  new ICAL.Component(ICAL.parse(content)).getFirstSubcomponent('vevent') as ICAL.Component

const told = (invitation: string | null) => {
  const event = eventOf(invitation ?? '')
  const value = (name: string) => String(event.getFirstPropertyValue(name))
  return ['uid', 'sequence', 'status', 'dtstart', 'dtend', 'summary'].map(value)
}

describe('the guest is mailed', () => {
  test('the stay, its new dates and its end, each with the invitation', async () => {
    const { owned, path, key, guest, id } = await takeStay()
    const title = 'House by the lake'
    const [booked] = await mailed(guest.email)
    expect(booked).toMatchObject({ subject: `Confirmed: Stay at ${title}` })
    expect(booked?.text).toContain('Arrival: Tuesday, 2 June 2026, from 15:00 (Europe/Berlin)')
    expect(booked?.text).toContain('Departure: Friday, 5 June 2026, by 11:00 (Europe/Berlin)')
    expect(booked?.text).toContain(
      `View, move or cancel: https://book.example.com${path.replace('/v1', '')}#${key}`,
    )
    expect((await server.call('GET', `${path}/invite.ics`, { key })).text).toBe(booked?.invitation)
    later()
    const body = { title: 'Grace', start: '2026-06-03', end: '2026-06-06' }
    await server.call('PUT', owned, { body })
    // What an owner else writes is the owner's own.
    await server.call('PUT', owned, { body: { ...body, title: 'Paid' } })
    const [, moved, more] = await mailed(guest.email)
    expect([moved?.subject, more]).toEqual([`New dates: Stay at ${title}`, undefined])
    expect(moved?.text).toContain('Previous dates: Tuesday, 2 June 2026 to Friday, 5 June 2026')
    later()
    await server.call('DELETE', owned)
    const mails = await mailed(guest.email)
    expect(mails).toHaveLength(3)
    expect(mails[2]?.subject).toBe(`Cancelled: Stay at ${title}`)
    expect(mails[2]?.text).not.toContain('http')
    const uid = `${id}@holdfast`
    const summary = `Stay at ${title}`
    const june = (day: string, hour: string) => `2026-06-${day}T${hour}:00:00Z`
    expect(mails.map(({ invitation }) => told(invitation))).toEqual([
      [uid, '0', 'CONFIRMED', june('02', '13'), june('05', '09'), summary],
      [uid, '1', 'CONFIRMED', june('03', '13'), june('06', '09'), summary],
      [uid, '3', 'CANCELLED', june('03', '13'), june('06', '09'), summary],
    ])
    for (const { text, html, invitation } of mails) {
      expect(`${text}${html}${invitation}`).not.toContain('secret note')
      expect(`${text}${html}`).not.toContain('Grace')
    }
  })

  test('in the language that the booking page was read in', async () => {
    const { guest, path, key } = await takeStay(DATES, 'de-CH')
    const [booked] = await mailed(guest.email)
    expect(booked).toMatchObject({
      subject: 'Bestätigt: Aufenthalt: House by the lake',
      text: `Ihr Aufenthalt ist gebucht.

Was: Aufenthalt: House by the lake
Anreise: Dienstag, 2. Juni 2026, ab 15:00 Uhr (Europe/Berlin)
Abreise: Freitag, 5. Juni 2026, bis 11:00 Uhr (Europe/Berlin)

Ansehen, verschieben oder absagen: https://book.example.com${path.replace('/v1', '')}?lang=de#${key}

-- 
Sie erhalten diese E-Mail, weil mit dieser Adresse bei first account gebucht wurde.
`,
    })
    expect(booked?.html).toContain('<html lang="de">')
    expect(told(booked?.invitation ?? null).at(-1)).toBe('Aufenthalt: House by the lake')
  })

  test('that a stay was cancelled by its link', async () => {
    const { guest, cancel } = await takeStay()
    await cancel()
    // Both are told after the stay is gone: what an event carries is enough.
    const mails = await mailed(guest.email)
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Cancelled: Stay at House by the lake',
      'Confirmed: Stay at House by the lake',
    ])
  })

  test('not alone: the owner of the calendar gets the same news, with the note', async () => {
    const house = await makeHouse({ email: 'owner@example.com' })
    const guest = { name: 'Eva Stein', email: 'eva@example.com' }
    const body = { ...DATES, guest, note: 'We bring a dog.' }
    const taken = await server.call('POST', `/v1/stays/${house.id}`, { ...anybody, body })
    const path = `/v1/stays/${house.id}/${taken.body.id}`
    const key = taken.body.manageToken
    const next = { arrival: '2026-06-03', departure: '2026-06-06' }
    await server.call('POST', `${path}/reschedule`, { key, body: next })
    await server.call('POST', `${path}/cancel`, { key, body: {} })
    const mails = await mailed('owner@example.com')
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Cancelled: Stay at House by the lake',
      'New dates: Stay at House by the lake',
      'New stay: Stay at House by the lake',
    ])
    const about = (what: string) => mails.find(({ subject }) => subject.startsWith(what))
    const [first, second] = [about('New stay'), about('New dates')]
    expect(first?.text).toContain('Guest: Eva Stein <eva@example.com>')
    expect(first?.text).toContain('Note: We bring a dog.')
    expect(first?.text).toContain('Open the calendar: https://book.example.com/dashboard')
    expect(second?.text).toContain('Previous dates: Tuesday, 2 June 2026 to Friday, 5 June 2026')
    expect((await mailed('eva@example.com')).length).toBe(3)
  })

  test('nothing of a stay that the account took itself, whatever it keeps with it', async () => {
    const house = await makeHouse()
    const email = 'cousin@example.com'
    const body = { title: 'C', start: '2026-06-02', end: '2026-06-04' }
    const extendedProps = { guestName: 'Cousin', guestEmail: email }
    await server.call('POST', `/v1/calendars/${house.id}/events`, {
      body: { ...body, extendedProps },
    })
    expect(await mailed(email)).toEqual([])
  })
})

test('every documented answer of these calls was seen', async () => {
  const { path, key, cancel } = await takeStay()
  const got = await server.call('GET', `${path}/invite.ics?format=html`, { key })
  expect(got.status).toBe(422)
  expect((await cancel({ body: { reason: 'ill' } })).status).toBe(422)
  const nowhere = path.replace(/cev_.*/, 'cev_01kqs3v7m8e2f4g6h8j0k2m4n6')
  expect((await server.call('POST', `${nowhere}/reschedule`, { body: DATES })).status).toBe(404)
  const stray = { key, body: { ...DATES, nights: 3 } }
  expect((await server.call('POST', `${path}/reschedule`, stray)).status).toBe(422)
  const stale = { key, body: DATES, headers: { 'if-match': '"9"' } }
  expect((await server.call('POST', `${path}/reschedule`, stale)).status).toBe(412)
  await sendTwice(server.call, `${path}/reschedule`, { ...DATES, arrival: '2026-06-03' })
  await sendTwice(server.call, `${path}/cancel`, {})
  const { calendarId, id } = await bookNights(server.call, DATES)
  const ofBooking = await server.call('GET', `/v1/stays/${calendarId}/${id}/invite.ics`)
  expect(ofBooking.status).toBe(409)
  expect(server.call.unseen('Stays of guests', REFUSED_ALIKE)).toEqual([])
})
