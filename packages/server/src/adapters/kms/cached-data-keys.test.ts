import { expect, test } from 'vitest'
import type { DataKeys } from '../../kernel/ports/data-keys.ts'
import { withCache } from './cached-data-keys.ts'

/** Keys whose unwrapped form is their wrapped one, and how often each was unwrapped. */
function counted(maxKeys = 3) {
  let nowMilliseconds = 0
  const unwrapped: number[] = []
  const keys: DataKeys = {
    create: async () => ({ bytes: new Uint8Array(), wrapped: new Uint8Array() }),
    async unwrap(wrapped) {
      unwrapped.push(wrapped[0] ?? -1)
      return wrapped
    },
  }
  const cached = withCache(keys, { maxKeys, maxAgeMilliseconds: 1000, now: () => nowMilliseconds })
  return {
    unwrapped,
    unwrap: (id: number, purpose = {}) => cached.unwrap(new Uint8Array([id]), purpose),
    pass: (milliseconds: number) => {
      nowMilliseconds += milliseconds
    },
  }
}

test('a key is unwrapped again when its time in memory has passed, however often it was used', async () => {
  const { unwrap, unwrapped, pass } = counted()
  await unwrap(1)
  pass(999)
  await unwrap(1)
  expect(unwrapped).toEqual([1])
  pass(1)
  await unwrap(1)
  expect(unwrapped).toEqual([1, 1])
})

test('the oldest key leaves when there are too many', async () => {
  const { unwrap, unwrapped } = counted()
  for (const id of [1, 2, 3, 4]) await unwrap(id)
  await unwrap(4)
  await unwrap(2)
  await unwrap(1)
  expect(unwrapped).toEqual([1, 2, 3, 4, 1])
})

test('a key for another purpose is asked for, so that the service can refuse it', async () => {
  const { unwrap, unwrapped } = counted()
  await unwrap(1, { account: 'acc_1' })
  await unwrap(1, { account: 'acc_2' })
  expect(unwrapped).toEqual([1, 1])
})
