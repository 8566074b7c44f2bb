import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fixedCredentials } from '../../src/adapters/aws/credentials.ts'
import { entryOf } from '../../src/adapters/eventbridge/entries.ts'
import { createSqsConsumer, type FailedMessage } from '../../src/adapters/sqs/consumer.ts'
import {
  createMessageVisibility,
  type MessageVisibility,
  sqsEndpoint,
} from '../../src/adapters/sqs/visibility.ts'
import type { TestClock } from '../../src/adapters/system/clock.ts'
import type { DomainEvent } from '../../src/kernel/events/event.ts'
import { listDeadLetters, redriveDeadLetter } from '../../src/kernel/queue/dead-letters.ts'
import {
  type Attempt,
  type Consumer,
  type QueueDependencies,
  runQueue,
} from '../../src/kernel/queue/queue.ts'
import { CREDENTIALS, errorAnswerOf, REGION } from '../support/aws-server.ts'
import { testDependencies } from '../support/dependencies.ts'
import { envelopeOf, type SqsHandler, type SqsQueue, startSqsQueue } from '../support/sqs-queue.ts'
import { openTestStore, type TestStore } from '../support/stores.ts'

const NOW = '2026-04-20T08:00:00Z'

let opened: TestStore
let deps: QueueDependencies
let clock: TestClock
let queue: SqsQueue
let visibility: MessageVisibility
let failures: FailedMessage[]

beforeAll(async () => {
  opened = await openTestStore()
})
beforeEach(async () => {
  const made = testDependencies(opened.store, NOW)
  clock = made.clock
  deps = { ...made.deps, random: () => 0.5 }
  queue = await startSqsQueue({ maxReceiveCount: 30, visibilityTimeoutSeconds: 180 })
  visibility = createMessageVisibility({
    endpoint: queue.endpoint,
    region: REGION,
    credentials: fixedCredentials(CREDENTIALS),
  })
  failures = []
})
afterEach(async () => {
  await visibility.close()
  await queue.stop()
})
afterAll(() => opened.close())

/** A consumer that records what it handles, with the number of failed attempts before. */
function consumer(handle: (event: DomainEvent) => ReturnType<Consumer['handle']>) {
  const handled: (readonly [resourceId: string, failedAttempts: number])[] = []
  const recording: Consumer = {
    name: 'contacts',
    wants: (event) => event.type === 'booking.confirmed',
    handle: async ({ event, failedAttempts }) => {
      handled.push([event.resourceId, failedAttempts])
      return await handle(event)
    },
  }
  const handler: SqsHandler = createSqsConsumer({
    deps,
    consumer: recording,
    visibility,
    onFailure: (failure) => failures.push(failure),
  })
  return { recording, handled, handler }
}

const DONE = { kind: 'done' } as const
const message = (resourceId: string, parts: Partial<DomainEvent> = {}): string =>
  envelopeOf(
    entryOf(
      {
        id: `evn_${resourceId}`,
        type: 'booking.confirmed',
        schemaVersion: 1,
        accountId: 'acc_1',
        resourceId,
        resourceVersion: 2,
        occurredAtEpochMilliseconds: Date.parse(NOW),
        data: { booking: { id: resourceId } },
        ...parts,
      },
      'holdfast',
    ),
  )

/** Moves the time of the queue and of the consumer. */
function pass(seconds: number): void {
  queue.pass(seconds)
  clock.moveTo(deps.clock.nowEpochMilliseconds() + seconds * 1000)
}

const deadLetters = async (accountId: string) =>
  (await listDeadLetters(deps, { accountId }, {}, { limit: 10 })).data

test('only failed messages stay in the queue', async () => {
  const { handler, handled } = consumer(async ({ resourceId }) => {
    if (resourceId === 'bkg_2') throw new Error('mail server unreachable')
    return DONE
  })
  queue.put(message('bkg_1'), message('bkg_2'), message('bkg_3'))
  await queue.poll(handler)
  expect(handled.map(([id]) => id)).toEqual(['bkg_1', 'bkg_2', 'bkg_3'])
  expect(queue.bodies()).toHaveLength(1)
  expect(failures).toEqual([{ messageId: expect.any(String), error: 'mail server unreachable' }])
})

test('the consumer gets the complete event as it was committed', async () => {
  const events: DomainEvent[] = []
  const { handler } = consumer(async (event) => {
    events.push(event)
    return DONE
  })
  queue.put(message('bkg_1', { occurredAtEpochMilliseconds: Date.parse(NOW) + 123 }))
  await queue.poll(handler)
  expect(events).toEqual([
    {
      id: 'evn_bkg_1',
      type: 'booking.confirmed',
      schemaVersion: 1,
      accountId: 'acc_1',
      resourceId: 'bkg_1',
      resourceVersion: 2,
      occurredAtEpochMilliseconds: Date.parse(NOW) + 123,
      data: { booking: { id: 'bkg_1' } },
    },
  ])
})

test('an event that the consumer does not handle leaves the queue', async () => {
  const { handler, handled } = consumer(async () => DONE)
  queue.put(message('bkg_1', { type: 'booking.cancelled' }))
  expect(await queue.poll(handler)).toBe(1)
  expect([handled, queue.bodies(), failures]).toEqual([[], [], []])
})

test('copies of an event in one batch are handled once, and all leave the queue', async () => {
  const { handler, handled } = consumer(async () => DONE)
  queue.put(message('bkg_1'), message('bkg_2'), message('bkg_1'))
  await queue.poll(handler)
  expect(handled.map(([id]) => id)).toEqual(['bkg_1', 'bkg_2'])
  expect(queue.bodies()).toEqual([])
})

test('all copies of a failed event stay in the queue, hidden for the same time', async () => {
  const { handler, handled } = consumer(async () => ({ kind: 'retry', error: 'away' }))
  queue.put(message('bkg_1'), message('bkg_1'))
  await queue.poll(handler)
  expect(handled).toHaveLength(1)
  expect(failures).toHaveLength(2)
  expect(queue.hiddenSeconds()).toEqual([2, 2])
})

describe('a message that is retried', () => {
  test('is hidden for the same delay as in the local queue, and its failed attempts are counted', async () => {
    const { handler, handled } = consumer(async () => {
      if (handled.length < 4) throw new Error('away')
      return DONE
    })
    queue.put(message('bkg_1'))
    const hidden: number[] = []
    for (let round = 0; round < 4; round += 1) {
      await queue.poll(handler)
      const [seconds] = queue.hiddenSeconds()
      if (seconds === undefined) break
      hidden.push(seconds)
      pass(seconds - 1)
      expect(await queue.poll(handler)).toBe(0)
      pass(1)
    }
    // With half of the jitter: 0.75 × 2, 4 and 8 s, in whole seconds.
    expect(hidden).toEqual([2, 3, 6])
    expect(handled).toEqual([0, 1, 2, 3].map((failed) => ['bkg_1', failed]))
    expect(queue.bodies()).toEqual([])
  })

  test('is hidden until the time that the consumer chose, at most 12 hours', async () => {
    const inMinutes = (minutes: number) => Date.parse(NOW) + minutes * 60_000
    const { handler } = consumer(async ({ resourceId }) => ({
      kind: 'retry',
      error: 'returned 503',
      atEpochMilliseconds: inMinutes(resourceId === 'bkg_1' ? 5 : 24 * 60),
    }))
    queue.put(message('bkg_1'), message('bkg_2'))
    await queue.poll(handler)
    expect(queue.hiddenSeconds()).toEqual([300, 43_200])
    expect(failures.map(({ error }) => error)).toEqual(['returned 503', 'returned 503'])
  })

  test('is redelivered after the timeout of the queue if it could not be hidden', async () => {
    const { handler } = consumer(async () => ({ kind: 'retry', error: 'away' }))
    queue.put(message('bkg_1'))
    queue.inject(errorAnswerOf(400, 'com.amazonaws.sqs#RequestThrottled'))
    await queue.poll(handler)
    expect(queue.hiddenSeconds()).toEqual([180])
    expect(failures).toMatchObject([
      { error: 'away; SQS did not hide a message: RequestThrottled: injected' },
    ])
    queue.inject({ kind: 'drop-before' })
    pass(180)
    await queue.poll(handler)
    expect(queue.hiddenSeconds()).toEqual([180])
  })
})

describe('a message that fails for good', () => {
  test('becomes a dead letter of its account, which a redrive puts into the local queue', async () => {
    let broken = true
    const { handler, handled, recording } = consumer(async () =>
      broken ? { kind: 'dead', error: 'no such mailbox' } : DONE,
    )
    const accountId = 'acc_given_up'
    queue.put(message('bkg_1', { accountId }), message('bkg_1', { accountId }))
    await queue.poll(handler)
    expect([queue.bodies(), failures]).toEqual([[], []])
    const letters = await deadLetters(accountId)
    expect(letters).toMatchObject([
      {
        task: {
          consumer: 'contacts',
          id: 'evn_bkg_1',
          failedAttempts: 1,
          lastError: 'no such mailbox',
          event: { resourceId: 'bkg_1', data: { booking: { id: 'bkg_1' } } },
        },
        diedAtEpochSeconds: Date.parse(NOW) / 1000,
      },
    ])
    // A late copy of the message changes nothing.
    queue.put(message('bkg_1', { accountId }))
    await queue.poll(handler)
    expect(await deadLetters(accountId)).toEqual(letters)
    expect(queue.bodies()).toEqual([])
    broken = false
    const caller = {
      accountId,
      requestId: 'test',
      role: 'account',
      actor: { kind: 'system' },
    } as const
    expect((await redriveDeadLetter(deps, caller, 'contacts.evn_bkg_1')).ok).toBe(true)
    const report = await runQueue(deps, recording, { limit: 10, concurrency: 1 })
    expect(report).toMatchObject({ done: 1 })
    expect(handled).toHaveLength(3)
    expect(await deadLetters(accountId)).toEqual([])
  })

  test('becomes a dead letter after 24 attempts, before the redrive policy of the queue applies', async () => {
    const { handler, handled } = consumer(async () => {
      throw new Error('always away')
    })
    const accountId = 'acc_worn'
    queue.put(message('bkg_1', { accountId }))
    for (let round = 0; queue.bodies().length > 0 && round < 30; round += 1) {
      await queue.poll(handler)
      pass(queue.hiddenSeconds()[0] ?? 0)
    }
    expect(handled).toHaveLength(24)
    expect(queue.deadLetterQueue).toEqual([])
    expect(await deadLetters(accountId)).toMatchObject([
      { task: { failedAttempts: 24, lastError: 'always away' } },
    ])
  })

  test('stays in the queue while its dead letter cannot be stored', async () => {
    const accountId = 'acc_away'
    const reachable = deps
    const closed = await opened.another()
    await closed.close()
    const dying: Attempt = { kind: 'dead', error: 'no such mailbox' }
    deps = { ...deps, store: closed }
    const { handler } = consumer(async () => dying)
    queue.put(message('bkg_1', { accountId }))
    await queue.poll(handler)
    expect(failures).toMatchObject([{ error: expect.stringMatching(/^no such mailbox; .*closed/) }])
    expect(queue.bodies()).toHaveLength(1)
    deps = reachable
    pass(180)
    await queue.poll(consumer(async () => dying).handler)
    expect(queue.bodies()).toEqual([])
    expect(await deadLetters(accountId)).toHaveLength(1)
  })
})

test('an unreadable message goes to the dead-letter queue and does not block the others', async () => {
  const { handler, handled } = consumer(async () => DONE)
  const torn = JSON.parse(message('bkg_torn')) as { detail: { accountId?: string } }
  delete torn.detail.accountId
  const unreadable = ['not JSON', 'null', '{"Records":[]}', '{"detail":7}', JSON.stringify(torn)]
  queue.put(...unreadable, message('bkg_1'))
  await queue.poll(handler)
  expect(handled).toEqual([['bkg_1', 0]])
  expect(failures.map(({ error }) => error)).toEqual([
    'The message is not JSON.',
    'The message is not an EventBridge event.',
    'The message is not an EventBridge event.',
    'the event is not an object',
    'the event has no valid accountId',
  ])
  for (let round = 0; round < 30; round += 1) {
    pass(180)
    await queue.poll(handler)
  }
  expect(queue.deadLetterQueue).toEqual(unreadable)
  expect(queue.bodies()).toEqual([])
})

test("the endpoint of SQS is the region's, with another domain in China", () => {
  expect(sqsEndpoint('eu-central-1')).toBe('https://sqs.eu-central-1.amazonaws.com')
  expect(sqsEndpoint('cn-north-1')).toBe('https://sqs.cn-north-1.amazonaws.com.cn')
})
