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

/** Opens a stream on a log with the given result of each read. */
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

test('an idle stream sends heartbeats', async () => {
  const { next, reader } = setting([], { heartbeatMilliseconds: 5 })
  expect(await next()).toBe('retry: 1000\nid: 0\n\n')
  expect(await next()).toBe(': still here\n\n')
  expect(await next()).toBe(': still here\n\n')
  await reader.cancel()
})

test('the log is read only as fast as the client reads the stream', async () => {
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

test('a position without an event for this stream is sent by itself', async () => {
  const { next, reader } = setting([
    { data: [logged(1)], lastPosition: 4, more: false },
    { data: [], lastPosition: 9, more: false },
  ])
  await next()
  expect((await next())?.split('\n\n')).toEqual([expect.stringMatching(/^id: 1\n/), 'id: 4', ''])
  expect(await next()).toBe('id: 9\n\n')
  await reader.cancel()
})

test('a failed read of the log aborts the stream', async () => {
  const { next, counts } = setting([new Error('the store is away')])
  await next()
  await expect(next()).rejects.toThrow('the store is away')
  expect(counts()).toEqual({ ends: 1, subscribers: 0 })
})

test('a client that disconnects while waiting leaves no subscription', async () => {
  const { next, reader, counts } = setting([], { pollMilliseconds: 60_000 })
  await next()
  const waiting = next()
  await reader.cancel()
  expect(await waiting).toBeUndefined()
  expect(counts()).toEqual({ ends: 1, subscribers: 0 })
})

test('ending a waiting stream closes it once', async () => {
  const { stream, next, counts } = setting([], { pollMilliseconds: 60_000 })
  await next()
  const waiting = next()
  stream.end()
  stream.end()
  expect(await waiting).toBeUndefined()
  expect(counts()).toEqual({ ends: 1, subscribers: 0 })
})

test('on a buffering host, a stream ends after its first events', async () => {
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

test('on a buffering host, a stream without events ends after its maximum duration', async () => {
  const { next, asked, counts } = setting([], { collectedMilliseconds: 0 })
  expect(await next()).toBe('retry: 1000\nid: 0\n\n')
  expect(await next()).toBeUndefined()
  expect(asked).toEqual([0])
  expect(counts()).toEqual({ ends: 1, subscribers: 0 })
})
