import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsConsumer } from '../../src/delivery/mails/mails.ts'
import { runSchedule } from '../../src/delivery/schedule/run-schedule.ts'
import { scheduleConsumer } from '../../src/delivery/schedule/schedule.ts'
import { enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { NOW, openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { makeEventType, NEXT_START, START } from './support/fixtures.ts'
import { openMailbox, type TestMailbox } from './support/mailbox.ts'
import { publish } from './support/work.ts'

let mailbox: TestMailbox
let server: TestApp
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await openTestApp()
  const followUps = { thankYou: true, noShow: true, delayMinutes: 15 }
  const body = { reminderMinutes: 60, completesBookings: false, followUps }
  await server.call('PATCH', '/v1/account', { body })
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

let people = 0

/** Books a haircut, a color half an hour later and a check on the next day; answers the address of the booker and the ids. */
async function makeGroup(together: boolean, ofHaircut: object = {}) {
  server.clock.moveTo(NOW)
  people += 1
  const email = `grace-${people}@example.com`
  const [cut, color, check] = await Promise.all(
    [{ title: 'Haircut', ...ofHaircut }, { title: 'Color' }, { title: 'Check' }].map((more) =>
      makeEventType(server.call, { confirmation: 'instant', ...more }),
    ),
  )
  const items = [
    { eventTypeId: cut?.id, start: START },
    { eventTypeId: color?.id, start: NEXT_START },
    { eventTypeId: check?.id, start: '2026-04-28T07:00:00Z' },
  ]
  const body = { items, together, booker: { name: 'Grace', email } }
  const made = await server.call('POST', '/v1/booking-groups', { body })
  expect(made.status, made.text).toBe(201)
  const bookings = made.body.bookings as unknown as readonly Body[]
  return { email, ids: bookings.map(({ id }) => id) }
}

/** Does what is due at some times, and answers the emails to an address, the oldest first. */
async function mailsTo(address: string, times: readonly string[]) {
  const deps = {
    ...server.deps,
    random: () => 0.5,
    mailer: mailbox.mailer,
  }
  const [mails, schedule] = [mailsConsumer(deps), scheduleConsumer(deps)]
  const work = async () => {
    await publish(deps, { enqueue: enqueueFor(deps, [schedule, mails]) })
    await runQueue(deps, schedule, { limit: 100, concurrency: 1 })
    await runQueue(deps, mails, { limit: 100, concurrency: 1 })
  }
  await work()
  for (const time of times) {
    server.clock.moveTo(Date.parse(time))
    await runSchedule(deps, 100)
    await work()
  }
  return await mailbox.to(address)
}

/** Sends the reminders of the days of the group, and answers the texts of those to an address, the oldest first. */
async function remindersTo({ email }: { readonly email: string }): Promise<readonly string[]> {
  const times = ['2026-04-27T06:00:00Z', '2026-04-27T06:30:00Z', '2026-04-28T06:00:00Z']
  const sent = await mailsTo(email, times)
  return sent.filter(({ subject }) => subject.startsWith('Reminder: ')).map(({ text }) => text)
}

test('a visit has one reminder a day, which names its other parts', async () => {
  const [first, second, ...others] = await remindersTo(await makeGroup(true))
  expect(others).toEqual([])
  expect(first).toMatch(/Haircut[\s\S]*Color[\s\S]*Check/)
  expect(second).toContain('Check')
})

test('each booking of a group that is no visit has a reminder of its own', async () => {
  expect(await remindersTo(await makeGroup(false))).toHaveLength(3)
})

test('a part that has no reminders leaves them to the next one', async () => {
  const [first, second, ...others] = await remindersTo(
    await makeGroup(true, { reminderMinutes: [] }),
  )
  expect(others).toEqual([])
  expect([first, second]).toEqual([
    expect.stringContaining('Color'),
    expect.stringContaining('Check'),
  ])
})

type End = 'complete' | 'no-show'

/** Ends parts of a group at a time, and answers the subjects of the emails about ends that its booker has got an hour later. */
async function followUpsAfter(
  time: string,
  { email, ids }: Awaited<ReturnType<typeof makeGroup>>,
  ends: Readonly<Record<number, End>>,
) {
  server.clock.moveTo(Date.parse(time))
  for (const [index, end] of Object.entries(ends)) {
    const ended = await server.call('POST', `/v1/bookings/${ids[Number(index)]}/${end}`)
    expect(ended.status, ended.text).toBe(200)
  }
  const later = new Date(Date.parse(time) + 60 * 60_000).toISOString()
  return (await mailsTo(email, [later])).filter(({ subject }) =>
    /^(Thank you|We missed you): /.test(subject),
  )
}

const AFTER_FIRST_DAY = '2026-04-27T09:00:00Z'
const AFTER_ALL = '2026-04-28T09:00:00Z'

test('a visit has one email of thanks, after its last part, which names the others', async () => {
  const visit = await makeGroup(true)
  const ends = { 0: 'complete', 1: 'complete' } as const
  expect(await followUpsAfter(AFTER_FIRST_DAY, visit, ends)).toEqual([])
  const [thanks, ...others] = await followUpsAfter(AFTER_ALL, visit, { 2: 'complete' })
  expect([thanks?.subject, others]).toEqual([expect.stringMatching(/^Thank you: Check/), []])
  expect(thanks?.text).toMatch(/Check[\s\S]*Haircut[\s\S]*Color/)
})

test('a visit that nobody came to has one email about that', async () => {
  const visit = await makeGroup(true)
  const ends = { 2: 'no-show', 1: 'no-show', 0: 'no-show' } as const
  const [missed, ...others] = await followUpsAfter(AFTER_ALL, visit, ends)
  expect([missed?.subject, others]).toEqual([expect.stringContaining('Check'), []])
  expect(missed?.text).toMatch(/Haircut[\s\S]*Color/)
})

test('a part that nobody has ended does not keep back the thanks, and adds none', async () => {
  const visit = await makeGroup(true)
  const subjects = async (ends: Readonly<Record<number, End>>, time: string) =>
    (await followUpsAfter(time, visit, ends)).map(({ subject }) => subject)
  const thanks = [expect.stringMatching(/^Thank you: Color/)]
  expect(await subjects({ 0: 'complete', 1: 'complete' }, AFTER_ALL)).toEqual(thanks)
  expect(await subjects({ 2: 'complete' }, '2026-04-28T12:00:00Z')).toEqual(thanks)
})

test('each booking of a group that is no visit has thanks of its own', async () => {
  const group = await makeGroup(false)
  const ends = { 0: 'complete', 1: 'complete', 2: 'complete' } as const
  expect(await followUpsAfter(AFTER_ALL, group, ends)).toHaveLength(3)
})
