import { expect, test } from 'vitest'
import { testDependencies } from '../../tests/support/dependencies.ts'
import { openTestStore } from '../../tests/support/stores.ts'
import { consumerQueue, queueOfPartition } from '../kernel/keys.ts'
import type { Consumer } from '../kernel/queue/queue.ts'
import { CONSUMER_NAMES, newTask, taskEntity } from '../kernel/queue/task.ts'
import { transact } from '../kernel/transaction.ts'
import { type QueueWorkOptions, queueWork } from './background-work.ts'
import { createConsumers } from './consumers.ts'

const NOW = '2026-04-20T08:00:00Z'

const consumerOf = (
  name: Consumer['name'],
  handle: Consumer['handle'] = async () => ({ kind: 'done' }),
): Consumer => ({ name, wants: () => true, handle })

/** The work on a new store with one due task for `consumer`. */
async function workOn(consumer: Consumer, options: Partial<QueueWorkOptions> = {}) {
  const opened = await openTestStore()
  const deps = { ...testDependencies(opened.store, NOW).deps, random: () => 0.5 }
  const event = {
    id: 'evn_1',
    type: 'booking.created',
    schemaVersion: 1,
    accountId: 'acc_1',
    resourceId: 'bkg_1',
    resourceVersion: 1,
    occurredAtEpochMilliseconds: Date.parse(NOW),
    data: {},
  } as const
  await transact(deps, {
    task: taskEntity.create(newTask(consumer.name, event, Date.parse(NOW))),
  })
  const errors: string[] = []
  const works = queueWork({
    depsOf: () => deps,
    bus: {},
    consumers: [consumer],
    onError: (work, error) => errors.push(`${work}: ${error}`),
    ...options,
  })
  const work = works.find(({ name }) => name === consumer.name)
  return { run: async () => await work?.run(), errors, close: () => opened.close() }
}

test('the work on every queue follows the wake-ups of that queue', () => {
  const works = queueWork({
    depsOf: () => {
      throw new Error('nothing runs here')
    },
    bus: {},
    consumers: CONSUMER_NAMES.map((name) => consumerOf(name)),
    onError: () => {},
  })
  const queues = works.map(({ queue }) => queue)
  expect(queues).toEqual([
    'OUTBOX',
    'DUE',
    'CONNECTIONDUE',
    'PAYMENTDUE',
    'WAITLISTDUE',
    ...CONSUMER_NAMES.map((name) => consumerQueue(name)),
  ])
  expect(queues.map((queue) => queueOfPartition(`${queue}#3`))).toEqual(
    queues.map((queue) => ({ queue, shard: 3 })),
  )
})

test('tasks that fail for good are reported with their consumer', async () => {
  const deadLetters: unknown[] = []
  const on = await workOn(
    consumerOf('mails', async () => ({ kind: 'dead', error: 'no such mailbox' })),
    { onDeadLetters: (consumer, count) => deadLetters.push([consumer, count]) },
  )
  expect(await on.run()).toBe(false)
  expect(deadLetters).toEqual([['mails', 1]])
  await on.close()
})

test('an installation has a consumer of emails with a mail server, and of calendar sync with a vendor', async () => {
  const opened = await openTestStore()
  const deps = { ...testDependencies(opened.store, NOW).deps, random: () => 0.5 }
  const mailer = {
    fromAddress: 'mail@example.com',
    send: async () => ({ kind: 'sent' }) as const,
    close: async () => {},
  }
  const common = { webhooks: deps, deliveries: deps, contacts: deps, schedule: deps }
  const noAccess = () => Promise.reject(new Error('nobody is asked here'))
  const vendorAccess = { accessTo: noAccess } as never
  const names = (consumers: readonly Consumer[]) => consumers.map(({ name }) => name)
  expect(
    names(createConsumers({ ...common, mails: undefined, mirrors: { ...deps, vendorAccess } })),
  ).toEqual(['webhooks', 'deliveries', 'contacts', 'schedule'])
  const vendors = { google: {} as never }
  const all = createConsumers({
    ...common,
    mails: { ...deps, mailer, publicUrl: 'https://book.example.com' },
    mirrors: { ...deps, vendors, vendorAccess },
  })
  expect([...names(all)].sort()).toEqual([...CONSUMER_NAMES].sort())
  await opened.close()
})
