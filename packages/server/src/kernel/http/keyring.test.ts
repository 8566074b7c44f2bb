import { expect, test } from 'vitest'
import { type KnownKey, wholeGrant } from '../access/grant.ts'
import { createKeyring } from './keyring.ts'

const KEY: KnownKey = {
  accountId: 'acc_1',
  keyId: 'key_1',
  grant: wholeGrant({ kind: 'key', id: 'key_1' }),
}

function setting() {
  const keys = new Map([['hf_good', KEY]])
  let lookUps = 0
  let now = 0
  const keyring = createKeyring(
    async (secret) => {
      lookUps += 1
      return keys.get(secret)
    },
    () => now,
  )
  return {
    keys,
    keyring,
    lookUps: () => lookUps,
    moveTo: (milliseconds: number) => {
      now = milliseconds
    },
  }
}

test('a frequently used key is looked up once in five seconds', async () => {
  const { keyring, lookUps, moveTo } = setting()
  expect(await keyring.find('hf_good')).toEqual(KEY)
  moveTo(4_999)
  expect(await keyring.find('hf_good')).toEqual(KEY)
  expect(lookUps()).toBe(1)
  moveTo(5_000)
  expect(await keyring.find('hf_good')).toEqual(KEY)
  expect(lookUps()).toBe(2)
})

test('a key revoked on another server is rejected after five seconds, one revoked here immediately', async () => {
  const { keys, keyring, moveTo } = setting()
  await keyring.find('hf_good')
  keys.delete('hf_good')
  moveTo(5_000)
  expect(await keyring.find('hf_good')).toBeUndefined()
  keys.set('hf_good', KEY)
  await keyring.find('hf_good')
  keys.delete('hf_good')
  keyring.clear()
  expect(await keyring.find('hf_good')).toBeUndefined()
})

test('a new key is valid immediately, even if it was tried before its creation', async () => {
  const { keys, keyring } = setting()
  expect(await keyring.find('hf_new')).toBeUndefined()
  keys.set('hf_new', KEY)
  expect(await keyring.find('hf_new')).toEqual(KEY)
})

test('a lookup that overlaps a revocation is not cached', async () => {
  const answer = Promise.withResolvers<KnownKey | undefined>()
  let lookUps = 0
  const keyring = createKeyring(async () => {
    lookUps += 1
    return lookUps === 1 ? answer.promise : undefined
  })
  const first = keyring.find('hf_good')
  keyring.clear()
  answer.resolve(KEY)
  expect(await first).toEqual(KEY)
  expect(await keyring.find('hf_good')).toBeUndefined()
})
