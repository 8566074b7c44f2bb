import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body, Got } from './support/call.ts'
import { eventTypeBody, makeProvider, NEXT_START, newSlug, START } from './support/fixtures.ts'
import { openMailbox, type TestMailbox } from './support/mailbox.ts'

let mailbox: TestMailbox
let server: TestApp
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await openTestApp({ settings: { publicGuard: 'email' } })
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const anybody = { key: null }
let people = 0
/** An address that no other test uses. */
const newEmail = (): string => {
  people += 1
  return `grace-${people}@example.com`
}

async function makePage(more: Readonly<Record<string, unknown>> = {}): Promise<Body> {
  const provider = await makeProvider(server.call, {
    slug: newSlug(),
    email: `ada-${newSlug()}@example.com`,
  })
  const body = eventTypeBody(provider.id, { slug: newSlug(), ...more })
  return (await server.call('POST', '/v1/event-types', { body })).body
}

const book = (eventType: Body, email: string | undefined) =>
  server.call('POST', '/v1/public/bookings', {
    ...anybody,
    body: {
      eventTypeId: eventType.id,
      start: START,
      ...(email && { booker: { name: 'Win a prize', email } }),
    },
  })

/** Sends the emails of what has happened, and answers the subjects of those to an address, the oldest first. */
async function subjectsTo(address: string): Promise<readonly string[]> {
  await mailbox.send(server)
  return (await mailbox.to(address)).map(({ subject }) => subject)
}

/** The token to confirm the address, from the link in the latest email to it. */
async function proofTo(address: string): Promise<string> {
  await subjectsTo(address)
  const text = (await mailbox.to(address)).at(-1)?.text ?? ''
  const token = /#hm_\w+\.(hm_\w+)/.exec(text)?.[1]
  if (token === undefined) throw new Error(`no link in: ${text}`)
  return token
}

const prove = (booking: Body, token: string) =>
  server.call('POST', `/v1/bookings/${booking.id}/confirm-email`, { ...anybody, body: { token } })

describe('with the email guard, a public booking', () => {
  test('of an instant event type is held, and stands once its link was followed', async () => {
    const email = newEmail()
    const made = await book(await makePage({ confirmation: 'instant' }), email)
    expect([made.status, made.body.status, made.body.emailUnconfirmed]).toEqual([
      202,
      'pending',
      true,
    ])
    expect(made.body.holdExpiresAt).toBe('2026-04-20T08:15:00Z')
    const proven = await prove(made.body, await proofTo(email))
    expect([proven.status, proven.body.status, proven.body.emailUnconfirmed]).toEqual([
      200,
      'confirmed',
      false,
    ])
    expect(await subjectsTo(email)).toEqual([
      expect.stringMatching(/^Please confirm: /),
      expect.stringMatching(/^Confirmed: /),
    ])
  })

  test('cannot be confirmed by its manage token before that', async () => {
    const made = await book(await makePage(), newEmail())
    const sent = { key: made.body.manageToken, body: {} }
    const refused = await server.call('POST', `/v1/bookings/${made.body.id}/confirm`, sent)
    expect([refused.status, refused.body.code]).toEqual([409, 'email_unconfirmed'])
  })

  test('gets its booker when it is confirmed, stays held, and emails a link', async () => {
    const email = newEmail()
    const held = await book(await makePage(), undefined)
    const booker = { name: 'Grace', email }
    const path = `/v1/bookings/${held.body.id}/confirm`
    const sent = { key: held.body.manageToken, body: { booker } }
    const asked = await server.call('POST', path, sent)
    expect([asked.status, asked.body.status, asked.body.emailUnconfirmed]).toEqual([
      200,
      'pending',
      true,
    ])
    const proven = await prove(held.body, await proofTo(email))
    expect(proven.body.status).toBe('confirmed')
  })

  test('that needs approval reaches its provider only after the link was followed', async () => {
    const email = newEmail()
    const eventType = await makePage({ confirmation: 'approval', approvalMinutes: 600 })
    const provider = await server.call('GET', `/v1/providers/${eventType.providerId}`)
    const providerEmail = String(provider.body.email)
    const made = await book(eventType, email)
    const token = await proofTo(email)
    expect(await subjectsTo(providerEmail)).toEqual([])
    const proven = await prove(made.body, token)
    expect([proven.body.status, proven.body.holdExpiresAt]).toEqual([
      'pending',
      '2026-04-20T18:00:00Z',
    ])
    expect(await subjectsTo(providerEmail)).toEqual([expect.stringMatching(/^Approval needed: /)])
    const approved = await server.call('POST', `/v1/bookings/${made.body.id}/confirm`)
    expect(approved.body.status).toBe('confirmed')
  })

  test('accepts no token of another booking or address, and a repeated one changes nothing', async () => {
    const [first, second] = [newEmail(), newEmail()]
    const eventType = await makePage({ confirmation: 'instant' })
    const made = await book(eventType, first)
    const other = await book(await makePage({ confirmation: 'instant' }), second)
    const foreign = await prove(made.body, await proofTo(second))
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
    expect((await prove(made.body, made.body.manageToken)).status).toBe(404)
    const token = await proofTo(first)
    const proven = await prove(made.body, token)
    const again = await prove(made.body, token)
    expect([again.status, again.body.version]).toEqual([200, proven.body.version])
    expect((await prove(other.body, token)).status).toBe(404)
  })

  test('of a visit stands with all other parts once the link of one was followed', async () => {
    const email = newEmail()
    const pages = [
      await makePage({ confirmation: 'instant' }),
      await makePage({ confirmation: 'instant' }),
    ]
    const starts = [START, '2026-04-27T07:30:00Z']
    const made = await server.call('POST', '/v1/public/booking-groups', {
      ...anybody,
      body: {
        items: pages.map(({ id }, index) => ({ eventTypeId: id, start: starts[index] })),
        together: true,
        booker: { name: 'Grace', email },
      },
    })
    const token = await proofTo(email)
    const asked = await mailbox.to(email)
    expect(asked.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Please confirm: /),
    ])
    const parts = made.body.bookings as unknown as readonly Body[]
    const proven = await Promise.all(parts.map((part) => prove(part, token)))
    expect(proven.map(({ status }) => status).toSorted()).toEqual([200, 404])
    const { body } = await server.call('GET', `/v1/booking-groups/${made.body.id}`)
    const statuses = (body.bookings as unknown as readonly Body[]).map(({ status }) => status)
    expect(statuses).toEqual(['confirmed', 'confirmed'])
    const subjects = await subjectsTo(email)
    expect(subjects.slice(1)).toEqual([expect.stringMatching(/^Confirmed: .*×2/)])
    const mail = (await mailbox.to(email)).at(-1)?.text ?? ''
    expect(mail).toContain(`/manage/${made.body.id}#`)
  })

  test('can be confirmed by the account itself', async () => {
    const made = await book(await makePage(), newEmail())
    const confirmed = await server.call('POST', `/v1/bookings/${made.body.id}/confirm`)
    expect([confirmed.body.status, confirmed.body.emailUnconfirmed]).toEqual(['confirmed', false])
  })

  // Last, since it moves the clock.
  test('whose link is followed too late has expired, and its time is free', async () => {
    const email = newEmail()
    const eventType = await makePage({ confirmation: 'instant' })
    const made = await book(eventType, email)
    const token = await proofTo(email)
    server.clock.moveTo(Date.parse('2026-04-20T08:15:00Z'))
    const late = await prove(made.body, token)
    expect([late.status, late.body.code]).toEqual([409, 'hold_expired'])
    expect((await book(eventType, newEmail())).status).toBe(202)
  })
})

test('a booking of the account itself needs no proof', async () => {
  const eventType = await makePage({ confirmation: 'instant' })
  const body = { eventTypeId: eventType.id, start: START, booker: { name: 'G', email: newEmail() } }
  const made = await server.call('POST', '/v1/bookings', { body })
  expect([made.status, made.body.status]).toEqual([201, 'confirmed'])
})

describe('with the email guard, a visit', () => {
  const makeParts = async () => {
    const parts = [await makePage({ title: 'Haircut' }), await makePage({ title: 'Color' })]
    const items = parts.map(({ id: eventTypeId }, index) => ({
      eventTypeId,
      start: index === 0 ? START : NEXT_START,
    }))
    return { sequence: true, items }
  }
  const statusesOf = ({ body }: Got) =>
    (body.bookings as unknown as readonly Body[]).map(({ status }) => status)

  test.each(['made', 'confirmed'])(
    'asks for one proof when it is %s, in an email that names all parts',
    async (when) => {
      const email = newEmail()
      const booker = { name: 'Grace', email }
      const visit = await makeParts()
      const isHeld = when === 'confirmed'
      const body = isHeld ? visit : { ...visit, booker }
      const made = await server.call('POST', '/v1/public/booking-groups', { ...anybody, body })
      const path = `/v1/booking-groups/${made.body.id}`
      const sent = { key: made.body.manageToken, body: { booker } }
      const asked = isHeld ? await server.call('POST', `${path}/confirm`, sent) : made
      expect(statusesOf(asked)).toEqual(['pending', 'pending'])
      expect(await subjectsTo(email)).toEqual([expect.stringMatching(/^Please confirm: /)])
      const [asking] = await mailbox.to(email)
      expect(asking?.text).toContain('Haircut')
      expect(asking?.text).toContain('Color')
      const [first] = made.body.bookings as unknown as readonly Body[]
      const proven = await prove(first as Body, await proofTo(email))
      expect(proven.status, proven.text).toBe(200)
      expect(statusesOf(await server.call('GET', path))).toEqual(['confirmed', 'confirmed'])
      expect((await subjectsTo(email)).length).toBe(2)
    },
  )
})
