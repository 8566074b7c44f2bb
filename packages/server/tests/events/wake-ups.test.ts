import { afterEach, describe, expect, test } from 'vitest'
import { taskWakeUps } from '../../src/composition/aws/task-wake-ups.ts'
import { type WakeUp, withWakeUps } from '../../src/composition/wake-ups.ts'
import { relayOutbox } from '../../src/delivery/events/relay.ts'
import type { DomainEvent } from '../../src/kernel/events/event.ts'
import { taskKey } from '../../src/kernel/keys.ts'
import { type Consumer, runTaskAt } from '../../src/kernel/queue/queue.ts'
import { newTask, type Task, taskItem } from '../../src/kernel/queue/task.ts'
import { bookable } from '../support/bookable.ts'
import { testDependencies } from '../support/dependencies.ts'
import { OTHER_ENGINES, openTestStore, type TestStore } from '../support/stores.ts'

const NOW = '2026-04-20T08:00:00Z'
const NOW_MILLISECONDS = Date.parse(NOW)

const opened: TestStore[] = []
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})

const EVENT: DomainEvent = {
  id: 'evn_1',
  type: 'booking.created',
  schemaVersion: 1,
  accountId: 'acc_1',
  resourceId: 'bkg_1',
  resourceVersion: 1,
  occurredAtEpochMilliseconds: NOW_MILLISECONDS,
  data: {},
}

/** A consumer of deliveries that records the tasks it handles. */
function recordingConsumer(): { readonly consumer: Consumer; readonly handled: string[] } {
  const handled: string[] = []
  return {
    handled,
    consumer: {
      name: 'deliveries',
      wants: () => false,
      handle: async (task) => {
        handled.push(task.id)
        return { kind: 'done' }
      },
    },
  }
}

describe.each(OTHER_ENGINES)('on %s', (engine) => {
  const open = async () => {
    const opening = await openTestStore(engine)
    opened.push(opening)
    const { deps, clock } = testDependencies(opening.store, NOW)
    return { deps: { ...deps, random: () => 0.5 }, clock }
  }
  const put = async (deps: Awaited<ReturnType<typeof open>>['deps'], task: Task) => {
    await deps.store.transact([{ kind: 'put-if-absent', item: taskItem(task) }], `put-${task.id}`)
    return taskKey(task.consumer, task.id, task.dueEpochMilliseconds)
  }

  test('a task runs once for its wake-ups, and not before it is due', async () => {
    const { deps, clock } = await open()
    const { consumer, handled } = recordingConsumer()
    const key = await put(deps, newTask('deliveries', EVENT, NOW_MILLISECONDS + 5_000, 'whk_1'))
    expect(await runTaskAt(deps, consumer, key)).toBeUndefined()
    clock.moveTo(NOW_MILLISECONDS + 5_000)
    expect(await runTaskAt(deps, consumer, key)).toBe('done')
    expect(await runTaskAt(deps, consumer, key)).toBeUndefined()
    expect(handled).toEqual(['evn_1.whk_1'])
  })

  test('a wake-up for anything but a task of the consumer is ignored', async () => {
    const { deps } = await open()
    const { consumer, handled } = recordingConsumer()
    const key = await put(deps, newTask('mails', EVENT, NOW_MILLISECONDS))
    expect(await runTaskAt(deps, consumer, key)).toBeUndefined()
    expect(await runTaskAt(deps, consumer, { PK: 'SETUP', SK: '#METADATA' })).toBeUndefined()
    expect(handled).toEqual([])
  })

  test('the relay leaves events in their grace period to the stream', async () => {
    const { deps, clock } = await open()
    const { hold } = await bookable(deps)
    await hold('2026-04-27T09:00:00Z')
    const publish = () => relayOutbox(deps, {}, 10, undefined, 30_000)
    clock.moveTo(NOW_MILLISECONDS + 29_999)
    expect(await publish()).toMatchObject({ published: 0, more: false })
    clock.moveTo(NOW_MILLISECONDS + 30_000)
    expect((await publish()).published).toBeGreaterThan(0)
  })

  test('a hold wakes the relay for its event, once it is committed', async () => {
    const { deps } = await open()
    const wakeUps: WakeUp[] = []
    const store = withWakeUps(deps.store, (received) => void wakeUps.push(...received))
    const { hold } = await bookable({ ...deps, store })
    wakeUps.length = 0
    await hold('2026-04-27T09:00:00Z')
    expect(wakeUps).toEqual([
      {
        queue: 'OUTBOX',
        shard: expect.any(Number),
        key: { PK: expect.stringMatching(/^OUTBOX#\d$/), SK: expect.stringMatching(/^evn_/) },
        dueEpochMilliseconds: 0,
      },
    ])
  })

  test('a refused transaction wakes nobody', async () => {
    const { deps } = await open()
    const wakeUps: WakeUp[] = []
    const store = withWakeUps(deps.store, (received) => void wakeUps.push(...received))
    const item = taskItem(newTask('mails', EVENT, NOW_MILLISECONDS))
    await store.transact([{ kind: 'put-if-absent', item }], 'first')
    const repeated = await store.transact([{ kind: 'put-if-absent', item }], 'second')
    expect(repeated.committed).toBe(false)
    expect(wakeUps.map(({ queue, dueEpochMilliseconds }) => [queue, dueEpochMilliseconds])).toEqual(
      [['QUEUE#mails', NOW_MILLISECONDS]],
    )
  })

  test('each committed delivery that is due within 15 minutes sends a wake-up', async () => {
    const { deps } = await open()
    const sent: (readonly [string, number])[] = []
    const store = withWakeUps(
      deps.store,
      taskWakeUps({
        clock: deps.clock,
        senders: {
          deliveries: { send: async (body, delaySeconds) => void sent.push([body, delaySeconds]) },
        },
        onError: () => {},
      }),
    )
    const dues = [0, 5_000, 900_000, 900_001].map((later) => NOW_MILLISECONDS + later)
    for (const due of dues) {
      const item = taskItem(newTask('deliveries', EVENT, due, 'whk_1'))
      const put = () =>
        store.transact([{ kind: 'put-if-absent', item }], `due-${due}-${sent.length}`)
      expect((await put()).committed).toBe(true)
    }
    const mail = taskItem(newTask('mails', EVENT, NOW_MILLISECONDS))
    await store.transact([{ kind: 'put-if-absent', item: mail }], 'mail')
    const again = taskItem(newTask('deliveries', EVENT, NOW_MILLISECONDS, 'whk_1'))
    const refused = await store.transact([{ kind: 'put-if-absent', item: again }], 'again')
    expect(refused.committed).toBe(false)
    expect(sent).toEqual(
      dues
        .slice(0, 3)
        .map((due, index) => [
          JSON.stringify(taskKey('deliveries', 'evn_1.whk_1', due)),
          [0, 5, 900][index],
        ]),
    )
  })

  test('a task wakes the queue of its consumer, and one without a queue wakes none', async () => {
    const { deps } = await open()
    const sent: string[] = []
    const store = withWakeUps(
      deps.store,
      taskWakeUps({
        clock: deps.clock,
        senders: { mails: { send: async (body) => void sent.push(body) } },
        onError: () => {},
      }),
    )
    for (const consumer of ['mails', 'contacts', 'deliveries'] as const) {
      const item = taskItem(newTask(consumer, EVENT, NOW_MILLISECONDS))
      await store.transact([{ kind: 'put-if-absent', item }], consumer)
    }
    expect(sent).toEqual([JSON.stringify(taskKey('mails', 'evn_1', NOW_MILLISECONDS))])
  })

  test('a delivery is committed even if its wake-up cannot be sent', async () => {
    const { deps } = await open()
    const errors: unknown[] = []
    const store = withWakeUps(
      deps.store,
      taskWakeUps({
        clock: deps.clock,
        senders: {
          deliveries: { send: () => Promise.reject(new Error('SQS is unreachable')) },
        },
        onError: (error) => errors.push(error),
      }),
    )
    const item = taskItem(newTask('deliveries', EVENT, NOW_MILLISECONDS, 'whk_1'))
    const { committed } = await store.transact([{ kind: 'put-if-absent', item }], 'one')
    expect([committed, errors]).toEqual([true, [new Error('SQS is unreachable')]])
  })
})
