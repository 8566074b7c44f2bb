import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailbox } from '../../src/adapters/mail/mailbox.ts'
import { contactsConsumer } from '../../src/delivery/contacts/contacts.ts'
import { handleStreamBatch } from '../../src/delivery/events/handle-stream.ts'
import { mailsConsumer } from '../../src/delivery/mails/mails.ts'
import { runSchedule } from '../../src/delivery/schedule/run-schedule.ts'
import { scheduleConsumer } from '../../src/delivery/schedule/schedule.ts'
import type { DomainEvent } from '../../src/kernel/events/event.ts'
import { eventFromOutbox } from '../../src/kernel/events/outbox.ts'
import { ALL_SHARDS, outboxPartition } from '../../src/kernel/keys.ts'
import type { Consumer } from '../../src/kernel/queue/queue.ts'
import { newTask, type Task } from '../../src/kernel/queue/task.ts'
import { everyDay } from '../support/fixtures.ts'
import { type MeteredApp, openMeteredApp } from './metered-app.ts'

/** The units of a step. Polls of queues are not counted: they find the work of all bookings at once. */
interface Cost {
  readonly writeUnits: number
  readonly readUnits: number
}
type Step =
  | 'hold'
  | 'confirm'
  | 'publish'
  | 'contacts'
  | 'schedule'
  | 'mails'
  | 'reminder'
  | 'completion'

let app: MeteredApp
let folder: string
beforeAll(async () => {
  app = await openMeteredApp()
  folder = await mkdtemp(join(tmpdir(), 'holdfast-life-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

function usedSince(): Cost {
  const uses = app.uses().filter(({ operation }) => operation !== 'Query')
  return {
    writeUnits: uses.reduce((sum, use) => sum + use.writeUnits, 0),
    readUnits: uses.reduce((sum, use) => sum + use.readUnits, 0),
  }
}

/** The whole life of a booking as the functions on AWS lead it: each event alone, each consumer by itself. */
async function lifeOf(eventTypeId: string, day: string): Promise<Record<Step, Cost>> {
  const costs = new Map<Step, Cost>()
  const add = (step: Step, { writeUnits, readUnits }: Cost) => {
    const before = costs.get(step) ?? { writeUnits: 0, readUnits: 0 }
    costs.set(step, {
      writeUnits: before.writeUnits + writeUnits,
      readUnits: before.readUnits + readUnits,
    })
  }
  const { deps } = app
  const mailDeps = {
    ...deps,
    publicUrl: 'https://book.example.com',
    mailer: createMailbox(folder, { fromAddress: 'mail@example.com' }),
    random: () => 0.5,
  }
  const consumers: readonly (readonly [Step, Consumer])[] = [
    ['contacts', contactsConsumer(deps)],
    ['schedule', scheduleConsumer(deps)],
    ['mails', mailsConsumer(mailDeps)],
  ]
  const work = async (step: Step, what: () => Promise<unknown>) => {
    app.resetUses()
    await what()
    add(step, usedSince())
  }
  /** Publishes every event of the outbox and passes it to its consumers. */
  const publish = async () => {
    const pages = await Promise.all(
      ALL_SHARDS.map((shard) => app.store.query({ partition: outboxPartition(shard) })),
    )
    const events = pages.flatMap(({ items }) => items.map(eventFromOutbox))
    for (const event of events) {
      const sent: DomainEvent[] = []
      const send = async (all: readonly DomainEvent[]) => {
        sent.push(...all)
        return new Set(all.map(({ id }) => id))
      }
      const record = { kind: 'event', sequenceNumber: '1', event } as const
      await work('publish', async () =>
        expect((await handleStreamBatch(deps, { send }, [record])).published).toBe(1),
      )
      for (const [step, consumer] of consumers) {
        for (const each of sent.filter(consumer.wants)) {
          const task = newTask(consumer.name, each, deps.clock.nowEpochMilliseconds())
          await work(step, async () => expect((await consumer.handle(task)).kind).toBe('done'))
        }
      }
    }
  }
  const moveTo = (time: string) => app.clock.moveTo(Date.parse(`${day}T${time}Z`))
  moveTo('07:00:00')
  app.clock.moveTo(app.clock.nowEpochMilliseconds() - 3 * 86_400_000)
  await publish()
  costs.clear()
  const booker = { name: 'Ada Lovelace', email: 'ada@example.com' }
  const body = { eventTypeId, start: `${day}T09:00:00Z`, booker }
  const sent = { body, headers: { 'idempotency-key': `life-${day}` } }
  const hold = await app.cost(202, 'POST', '/v1/bookings', sent)
  add('hold', hold)
  await publish()
  add('confirm', await app.cost(200, 'POST', `/v1/bookings/${hold.body.id}/confirm`))
  await publish()
  moveTo('08:59:00')
  const sendMailTask = async (task: Task) => {
    expect(await mailsConsumer(mailDeps).handle(task)).toEqual({ kind: 'done' })
  }
  await work('reminder', () => runSchedule({ ...deps, sendMailTask }, 10))
  moveTo('09:31:00')
  await work('completion', () => runSchedule(deps, 10))
  await publish()
  const { body: after } = await app.call('GET', `/v1/bookings/${hold.body.id}`)
  expect(after.status).toBe('completed')
  // Every step of a life has costs.
  return Object.fromEntries(costs) as Record<Step, Cost>
}

test('the whole life of a booking, with its reminder and completion, costs 48 write units, and 3 for the words of a new person', async () => {
  const provider = {
    name: 'Dr. Grace Hopper',
    slug: 'grace-hopper',
    timeZone: 'UTC',
    email: 'grace@example.com',
  }
  const { body: made } = await app.call('POST', '/v1/providers', { body: provider })
  const { body: eventType } = await app.call('POST', '/v1/event-types', {
    body: {
      providerId: made.id,
      slug: 'first-visit',
      title: 'First visit',
      durationMinutes: 30,
      availabilityRules: everyDay({ start: '08:00', end: '18:00' }),
    },
  })
  const costs = await lifeOf(eventType.id, '2026-05-04')
  const sumOf = (unit: keyof Cost) =>
    Object.values(costs).reduce((sum, cost) => sum + cost[unit], 0)
  const writeUnits = Object.fromEntries(
    Object.entries(costs).map(([step, cost]) => [step, cost.writeUnits]),
  )
  expect(writeUnits).toEqual({
    hold: 14,
    confirm: 10,
    publish: 9,
    contacts: 5,
    mails: 2,
    schedule: 2,
    reminder: 2,
    completion: 7,
  })
  expect(sumOf('writeUnits')).toBe(51)
  expect(sumOf('readUnits')).toBeLessThanOrEqual(45)
  const again = await lifeOf(eventType.id, '2026-05-12')
  expect(again.contacts.writeUnits).toBe(2)
})
