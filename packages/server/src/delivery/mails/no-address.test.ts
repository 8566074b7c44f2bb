import { afterAll, beforeAll, expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { openPersonLife, type PersonLife } from '../../../tests/support/person-life.ts'
import { type BookedPerson, vouchedBooker } from '../../booking/bookings/book-person.ts'
import { cancelBooking } from '../../booking/bookings/change-booking.ts'

let life: PersonLife
beforeAll(async () => {
  life = await openPersonLife('sqlite')
})
afterAll(() => life.close())

/** The emails about a booking of a person from when it is made until it is cancelled. */
async function mailsAbout(person: BookedPerson, start: string) {
  const { deps, caller } = life
  const provider = await life.provider({ name: 'Dr. Desk', email: 'desk@example.com' })
  const eventType = await life.eventType({ providerId: provider.id, confirmation: 'instant' })
  const vouched = unwrap(await vouchedBooker(deps, caller, person))
  const before = new Set((await life.mailbox.list(1_000)).map(({ id }) => id))
  const { booking } = await life.created(eventType.id, start, vouched)
  await life.work()
  unwrap(await cancelBooking(deps, caller, booking.id, {}))
  await life.work()
  const all = await life.mailbox.list(1_000)
  return all.filter(({ id }) => !before.has(id))
}

test('who has no email address gets no email, and the provider reads the phone', async () => {
  const person = { booker: { name: 'Nora Phone', phone: '+41443334455' } }
  const mails = await mailsAbout(person, '2026-04-21T09:00:00Z')
  expect(mails.map(({ to }) => to)).toEqual(['desk@example.com', 'desk@example.com'])
  for (const { text } of mails) {
    expect(text).toContain('Nora Phone, +41443334455')
    expect(text).not.toMatch(/undefined|null/)
  }
})

test('the provider hears of a booking of somebody who is not named', async () => {
  const mails = await mailsAbout({ anonymous: true }, '2026-04-21T10:00:00Z')
  expect(mails.map(({ to }) => to)).toEqual(['desk@example.com', 'desk@example.com'])
  for (const { text } of mails) expect(text).not.toMatch(/undefined|null/)
})
