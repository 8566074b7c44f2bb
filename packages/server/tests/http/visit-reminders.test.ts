import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailbox, type Mailbox } from '../../src/adapters/mail/mailbox.ts'
import { mailsConsumer } from '../../src/delivery/mails/mails.ts'
import { runSchedule } from '../../src/delivery/schedule/run-schedule.ts'
import { scheduleConsumer } from '../../src/delivery/schedule/schedule.ts'
import { enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { NOW, openTestApp, type TestApp } from './support/app.ts'
import { makeEventType, NEXT_START, START } from './support/fixtures.ts'
import { publish } from './support/work.ts'

let folder: string
let mailbox: Mailbox
let server: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-reminders-'))
  mailbox = createMailbox(folder, { fromAddress: 'mail@example.com' })
  server = await openTestApp()
  await server.call('PATCH', '/v1/account', { body: { reminderMinutes: 60 } })
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
  await rm(folder, { recursive: true, force: true })
})

let people = 0

/** Books a haircut, a color half an hour later and a check on the next day; answers the address of the booker. */
async function makeGroup(together: boolean, ofHaircut: object = {}): Promise<string> {
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
  return email
}

/** Sends the reminders of the days of the group, and answers the texts of those to an address, the oldest first. */
async function remindersTo(address: string): Promise<readonly string[]> {
  const deps = {
    ...server.deps,
    random: () => 0.5,
    mailer: mailbox,
    publicUrl: 'http://localhost:3000',
  }
  const [mails, schedule] = [mailsConsumer(deps), scheduleConsumer(deps)]
  const work = async () => {
    await publish(deps, { enqueue: enqueueFor(deps, [schedule, mails]) })
    await runQueue(deps, schedule, { limit: 100, concurrency: 1 })
    await runQueue(deps, mails, { limit: 100, concurrency: 1 })
  }
  await work()
  for (const time of ['2026-04-27T06:00:00Z', '2026-04-27T06:30:00Z', '2026-04-28T06:00:00Z']) {
    server.clock.moveTo(Date.parse(time))
    await runSchedule(deps, 100)
    await work()
  }
  const sent = await mailbox.list(1_000)
  return sent
    .filter(({ to, subject }) => to === address && subject.startsWith('Reminder: '))
    .map(({ text }) => text)
    .toReversed()
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
