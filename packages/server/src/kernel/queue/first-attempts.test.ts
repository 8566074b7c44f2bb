import { expect, test } from 'vitest'
import type { DomainEvent } from '../events/event.ts'
import { prepareFor } from './first-attempts.ts'
import type { Attempt, Consumer } from './queue.ts'

const NOW = Date.parse('2026-04-20T08:00:00Z')
const ACCOUNT = 'acc_1'

const eventOf = (id: string, resourceId = id): DomainEvent => ({
  id,
  type: 'booking.created',
  schemaVersion: 1,
  accountId: ACCOUNT,
  resourceId,
  resourceVersion: 1,
  occurredAtEpochMilliseconds: NOW,
  data: {},
})

const consumerOf = (
  name: Consumer['name'],
  handle: (event: DomainEvent) => Promise<Attempt>,
  more: Partial<Consumer> = {},
): Consumer => ({ name, wants: () => true, handle: ({ event }) => handle(event), ...more })

const DONE: Attempt = { kind: 'done' }
const subjectOf = ({ resourceId }: DomainEvent) => resourceId

const prepare = async (consumers: readonly Consumer[], events: readonly DomainEvent[]) => {
  const outcomes: string[] = []
  const clock = { nowEpochMilliseconds: () => NOW }
  const onTaskOutcome = (consumer: string, kind: string) => outcomes.push(`${consumer} ${kind}`)
  const needsTask = await prepareFor({ clock, onTaskOutcome }, consumers)(ACCOUNT, events)
  const tasks = events.flatMap((event) =>
    consumers.filter(({ name }) => needsTask(name, event)).map(({ name }) => `${name} ${event.id}`),
  )
  return { tasks, outcomes }
}

test('an event that a consumer did at once needs no task; one that failed does, and no other', async () => {
  const fails = async ({ id }: DomainEvent): Promise<Attempt> => {
    if (id === 'evn_2') throw new Error('an outage')
    return id === 'evn_3' ? { kind: 'retry', error: 'not yet' } : DONE
  }
  const contacts = consumerOf('contacts', fails, { subjectOf })
  const schedule = consumerOf('schedule', async () => DONE, { subjectOf })
  const events = ['evn_1', 'evn_2', 'evn_3', 'evn_4'].map((id) => eventOf(id))
  const { tasks, outcomes } = await prepare([contacts, schedule], events)
  expect(tasks).toEqual(['contacts evn_2', 'contacts evn_3'])
  expect(outcomes.filter((each) => each === 'contacts done')).toHaveLength(2)
  expect(outcomes.filter((each) => each === 'schedule done')).toHaveLength(4)
})

test('a consumer that calls other systems attempts nothing before an event is published', async () => {
  const attempted: string[] = []
  const mails = consumerOf('mails', async ({ id }) => {
    attempted.push(id)
    return DONE
  })
  expect((await prepare([mails], [eventOf('evn_1')])).tasks).toEqual(['mails evn_1'])
  expect(attempted).toEqual([])
})

test('events with one subject are attempted one after the other, in their order', async () => {
  const running = new Set<string>()
  const order: string[] = []
  const contacts = consumerOf(
    'contacts',
    async ({ id, resourceId }) => {
      expect(running.has(resourceId)).toBe(false)
      running.add(resourceId)
      await Promise.resolve()
      order.push(id)
      running.delete(resourceId)
      return DONE
    },
    { subjectOf },
  )
  const events = ['evn_1', 'evn_2', 'evn_3'].map((id) => eventOf(id, 'bkg_1'))
  await prepare([contacts], events)
  expect(order).toEqual(['evn_1', 'evn_2', 'evn_3'])
})

test('an attempt that takes longer than a second is left to a task', async () => {
  const never = new Promise<Attempt>(() => {})
  const contacts = consumerOf('contacts', () => never, { subjectOf })
  expect((await prepare([contacts], [eventOf('evn_1')])).tasks).toEqual(['contacts evn_1'])
})

test('an event that a consumer does not want at the moment needs no task', async () => {
  const webhooks = consumerOf('webhooks', async () => DONE, {
    wantsNow: async () => (event) => event.id === 'evn_2',
  })
  const { tasks } = await prepare([webhooks], [eventOf('evn_1'), eventOf('evn_2')])
  expect(tasks).toEqual(['webhooks evn_2'])
})
