import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ContactExport } from '@holdfast/contracts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMailbox } from '../../src/adapters/mail/mailbox.ts'
import { firstAccount, updateAccount } from '../../src/identity/accounts/accounts.ts'
import { systemCaller } from '../../src/kernel/caller.ts'
import { runErasures } from '../../src/ops/privacy/run-erasures.ts'
import { newDataFolder } from '../support/data-folder.ts'
import { itemsWith } from '../support/person-life.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Sent } from './support/call.ts'
import { makeEventType, NEXT_START, START } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { sendTwice } from './support/send-twice.ts'
import { workOnce } from './support/work.ts'

let server: TestApp
beforeEach(async () => {
  server = await openTestApp()
})
afterEach(() => server.close())

const VERA = { name: 'Vera Uniqueson', email: 'vera@uniqueson.example.com', id: 'vera-1' }

const book = async (eventTypeId: string, start: string) =>
  (await server.call('POST', '/v1/bookings', { body: { eventTypeId, start, booker: VERA } })).body

/** Books two times for the person and confirms the first; answers the confirmed one. */
async function bookTwice() {
  const { call, deps } = server
  const eventType = await makeEventType(call)
  const confirmed = await book(eventType.id, START)
  await book(eventType.id, NEXT_START)
  await call('POST', `/v1/bookings/${confirmed.id}/confirm`)
  await workOnce(deps)
  return confirmed
}

async function contactOf(email: string) {
  const path = `/v1/contacts?email=${encodeURIComponent(email)}`
  const [contact] = (await server.call('GET', path)).body.data
  if (contact === undefined) throw new Error(`no contact ${email}`)
  return contact
}

async function eraseAll(): Promise<void> {
  const { deps, clock } = server
  for (let round = 0; round < 3; round += 1) {
    while ((await runErasures(deps, 10)).more);
    clock.moveTo(clock.nowEpochMilliseconds() + 121_000)
  }
}

test('an export is one document with everything about the person, as its schema says', async () => {
  const { id } = await bookTwice()
  const contact = await contactOf(VERA.email)
  const got = await server.call('POST', `/v1/contacts/${contact.id}/export`)
  expect([got.status, got.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const exported = ContactExport.parse(got.body)
  expect(exported.contact).toMatchObject({ id: contact.id, name: VERA.name, erasing: false })
  expect(exported.bookings.map(({ status, booker }) => [status, booker?.email])).toEqual([
    ['confirmed', VERA.email],
    ['pending', VERA.email],
  ])
  expect(exported.events.map(({ type }) => type)).toEqual([
    'booking.created',
    'booking.created',
    'booking.confirmed',
  ])
  expect(exported.tasks.map(({ isDead, consumer }) => [isDead, consumer])).toContainEqual([
    true,
    'mails',
  ])
  expect(exported.truncated).toEqual([])
  expect(exported.bookings[0]?.id).toBe(id)
})

test('an export has the stored emails about the person, of the account and of the time before emails named one', async () => {
  const folder = await newDataFolder('export')
  const mailbox = createMailbox(folder, { fromAddress: 'mail@example.com' })
  await server.close()
  server = await openTestApp({ keptMails: mailbox })
  const { id } = await bookTwice()
  const asOther = Object.assign(
    (method: string, path: string, sent?: Sent) =>
      server.call(method, path, { ...sent, key: server.otherKey }),
    { unseen: server.call.unseen },
  )
  const foreign = await makeEventType(asOther)
  const others = await asOther('POST', '/v1/bookings', {
    body: { eventTypeId: foreign.id, start: START, booker: VERA },
  })
  const kept = { keptAt: '2026-04-20T08:00:00.000Z', to: VERA.email, html: '', invitation: null }
  const store = async (subject: string, bookingId: string, more: object = {}) => {
    const mail = { ...kept, id: `1000000000000-${subject}`, subject, text: `See ${bookingId}` }
    await writeFile(join(folder, `${mail.id}.json`), JSON.stringify({ ...mail, ...more }))
  }
  await store('Early', id)
  await store('Foreign', others.body.id)
  await store('ToSomebody', id, { to: 'somebody@example.com' })
  await mailbox.send(
    {
      id: 'evn_1.booker',
      fromName: 'Practice',
      to: { address: VERA.email },
      subject: 'Late',
      text: '',
      html: '',
    },
    await firstAccount(server.deps),
  )
  const got = await server.call('POST', `/v1/contacts/${VERA.email}/export`)
  const subjects = ContactExport.parse(got.body).mails.map(({ subject }) => subject)
  await rm(folder, { recursive: true })
  expect(subjects.sort()).toEqual(['Early', 'Late'])
})

test('live bookings are named, and nothing is erased; with `cancel` they are cancelled first', async () => {
  const { id, manageToken } = await bookTwice()
  const contact = await contactOf(VERA.email)
  const refused = await server.call('POST', `/v1/contacts/${contact.id}/erase`)
  expect([refused.status, refused.body.code]).toEqual([409, 'contact_has_bookings'])
  expect(refused.body.bookingIds).toHaveLength(2)
  expect(refused.body.bookingIds).toContain(id)
  expect(refused.body.stayIds).toEqual([])
  const accepted = await server.call('POST', `/v1/contacts/${contact.id}/erase`, {
    body: { cancel: true },
  })
  expect([accepted.status, accepted.headers.get('location'), accepted.body.erasing]).toEqual([
    202,
    `/v1/contacts/${contact.id}`,
    true,
  ])
  expect((await server.call('GET', `/v1/contacts/${contact.id}`)).body.erasing).toBe(true)
  server.clock.moveTo(server.clock.nowEpochMilliseconds() + 31_000)
  await eraseAll()
  expect((await server.call('GET', `/v1/contacts/${contact.id}`)).status).toBe(404)
  const { body } = await server.call('GET', `/v1/bookings/${id}`)
  expect([body.status, body.booker.name, body.note]).toEqual(['cancelled', 'Erased', null])
  const byToken = await server.call('GET', `/v1/bookings/${id}`, { key: manageToken })
  expect(byToken.status).toBe(401)
  expect(await itemsWith(server.store, [VERA.email, VERA.name, 'vera-1'])).toEqual([])
})

test('a person who is no contact is exported and erased by email address, which no log keeps', async () => {
  const accountId = await firstAccount(server.deps)
  await updateAccount(server.deps, systemCaller(accountId, 'test'), { auditDays: 30 })
  const eventType = await makeEventType(server.call)
  const { id } = await book(eventType.id, START)
  await server.call('POST', `/v1/bookings/${id}/cancel`)
  await workOnce(server.deps)
  const path = `/v1/contacts/${encodeURIComponent(VERA.email.toUpperCase())}`
  const exported = await server.call('POST', `${path}/export`)
  const { contact, bookings } = ContactExport.parse(exported.body)
  expect([exported.status, contact, bookings.length]).toEqual([200, null, 1])
  const accepted = await server.call('POST', `${path}/erase`)
  expect([accepted.status, accepted.body.lastBookingId]).toEqual([202, null])
  const again = await server.call('POST', `${path}/erase`)
  expect([again.status, again.body.id]).toEqual([202, accepted.body.id])
  await eraseAll()
  expect((await server.call('GET', `/v1/contacts/${accepted.body.id}`)).status).toBe(404)
  expect(await itemsWith(server.store, [VERA.email, VERA.name])).toEqual([])
  const audit = await server.call('GET', '/v1/audit')
  expect(audit.body.data.map(({ operation, resourceId }) => `${operation} ${resourceId}`)).toEqual(
    expect.arrayContaining(['exportContact null', `eraseContact ${accepted.body.id}`]),
  )
  const logged = JSON.stringify(server.logLines).toLowerCase()
  expect(logged).toContain('/v1/contacts/{id}/erase')
  expect(logged).not.toContain(VERA.email)
})

test('another account neither exports nor erases the person', async () => {
  const { id } = await bookTwice()
  const contact = await contactOf(VERA.email)
  const { otherKey: key } = server
  expect((await server.call('POST', `/v1/contacts/${contact.id}/export`, { key })).status).toBe(404)
  expect((await server.call('POST', `/v1/contacts/${contact.id}/erase`, { key })).status).toBe(404)
  const theirs = await server.call('POST', `/v1/contacts/${VERA.email}/export`, { key })
  expect([theirs.body.bookings, theirs.body.events]).toEqual([[], []])
  await server.call('POST', `/v1/contacts/${VERA.email}/erase`, { key })
  await eraseAll()
  expect((await server.call('GET', `/v1/bookings/${id}`)).body.booker.email).toBe(VERA.email)
})

test.each(['cnt_x', 'nobody', 'a@b', '..'])('"%s" names no person: 404', async (reference) => {
  expect((await server.call('POST', `/v1/contacts/${reference}/erase`)).status).toBe(404)
})

test('every documented answer of these calls was seen', async () => {
  await bookTwice()
  const { call } = server
  for (const action of ['export', 'erase']) {
    const path = `/v1/contacts/${VERA.email}/${action}`
    expect((await call('POST', path, { body: { now: true } })).status).toBe(422)
    expect((await call('POST', `/v1/contacts/nobody/${action}`)).status).toBe(404)
    await sendTwice(call, path, {})
  }
  expect((await call('POST', `/v1/contacts/${VERA.email}/export`)).status).toBe(200)
  const body = { cancel: true }
  expect((await call('POST', `/v1/contacts/${VERA.email}/erase`, { body })).status).toBe(202)
  expect(call.unseen('Privacy', REFUSED_ALIKE)).toEqual([])
})
