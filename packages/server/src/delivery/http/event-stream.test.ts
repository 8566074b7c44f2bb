import { expect, test } from 'vitest'
import type { EventsPage, LoggedEvent } from '../events/event-log.ts'
import { type EventStreamOptions, openEventStream } from './event-stream.ts'

const logged = (position: number): LoggedEvent => ({
  position,
  event: {
    id: `evn_${position}`,
    type: 'booking.created',
    schemaVersion: 1,
    accountId: 'acc_1',
    resourceId: 'bkg_1',
    resourceVersion: position,
    occurredAtEpochMilliseconds: 0,
    data: {},
  },
})

const NOTHING: EventsPage = { data: [], lastPosition: 0, more: false }

/** A stream over a log that is given as what each read finds. */
function setting(reads: (EventsPage | Error)[], options: Partial<EventStreamOptions> = {}) {
  const asked: number[] = []
  let ends = 0
  let subscribers = 0
  const stream = openEventStream({
    position: 0,
    read: async (afterPosition) => {
      asked.push(afterPosition)
      const found = reads.shift() ?? { ...NOTHING, lastPosition: afterPosition }
      if (found instanceof Error) throw found
      return found
    },
    subscribe: () => {
      subscribers += 1
      return () => {
        subscribers -= 1
      }
    },
    onEnd: () => {
      ends += 1
    },
    pollMilliseconds: 1,
    heartbeatMilliseconds: 60_000,
    ...options,
  })
  const reader = stream.body.getReader()
  const next = async () => {
    const { done, value } = await reader.read()
    return done ? undefined : new TextDecoder().decode(value)
  }
  return { stream, reader, next, asked, counts: () => ({ ends, subscribers }) }
}

test('a stream that has nothing to say says so', async () => {
  const { next, reader } = setting([], { heartbeatMilliseconds: 5 })
  expect(await next()).toBe('retry: 1000\nid: 0\n\n')
  expect(await next()).toBe(': still here\n\n')
  expect(await next()).toBe(': still here\n\n')
  await reader.cancel()
})

test('the log is read only as fast as the stream is', async () => {
  const { next, asked, reader } = setting([
    { data: [logged(1), logged(2)], lastPosition: 2, more: true },
    { data: [logged(3)], lastPosition: 3, more: false },
  ])
  expect(asked).toEqual([])
  await next()
  expect(asked).toEqual([])
  expect(await next()).toMatch(
    /^id: 1\nevent: booking\.created\ndata: \{.*\}\n\nid: 2\n.*\n.*\n\n$/,
  )
  expect(asked).toEqual([0])
  expect(await next()).toMatch(/^id: 3\n/)
  expect(asked).toEqual([0, 2])
  await reader.cancel()
})

test('a position without an event for this stream is told by itself', async () => {
  const { next, reader } = setting([
    { data: [logged(1)], lastPosition: 4, more: false },
    { data: [], lastPosition: 9, more: false },
  ])
  await next()
  expect((await next())?.split('\n\n')).toEqual([expect.stringMatching(/^id: 1\n/), 'id: 4', ''])
  expect(await next()).toBe('id: 9\n\n')
  await reader.cancel()
})

test('a log that cannot be read breaks the stream off', async () => {
  const { next, counts } = setting([new Error('the store is away')])
  await next()
  await expect(next()).rejects.toThrow('the store is away')
  expect(counts()).toEqual({ ends: 1, subscribers: 0 })
})

test('a reader that hangs up while it waits leaves nothing behind', async () => {
  const { next, reader, counts } = setting([], { pollMilliseconds: 60_000 })
  await next()
  const waiting = next()
  await reader.cancel()
  expect(await waiting).toBeUndefined()
  expect(counts()).toEqual({ ends: 1, subscribers: 0 })
})

test('a stream that is ended while it waits is at its end, once', async () => {
  const { stream, next, counts } = setting([], { pollMilliseconds: 60_000 })
  await next()
  const waiting = next()
  stream.end()
  stream.end()
  expect(await waiting).toBeUndefined()
  expect(counts()).toEqual({ ends: 1, subscribers: 0 })
})

test('where answers are collected, a stream ends with its first events', async () => {
  const { next, counts } = setting(
    [
      { data: [logged(1), logged(2)], lastPosition: 2, more: true },
      { data: [logged(3)], lastPosition: 3, more: false },
    ],
    { collectedMilliseconds: 60_000 },
  )
  expect(await next()).toBe('retry: 1000\nid: 0\n\n')
  expect(await next()).toMatch(/^id: 1\n.*\n.*\n\nid: 2\n/)
  expect(await next()).toBeUndefined()
  expect(counts()).toEqual({ ends: 1, subscribers: 0 })
})

test('where answers are collected, a stream without events ends in its time', async () => {
  const { next, asked, counts } = setting([], { collectedMilliseconds: 0 })
  expect(await next()).toBe('retry: 1000\nid: 0\n\n')
  expect(await next()).toBeUndefined()
  expect(asked).toEqual([0])
  expect(counts()).toEqual({ ends: 1, subscribers: 0 })
})
