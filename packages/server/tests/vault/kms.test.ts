import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fixedCredentials } from '../../src/adapters/aws/credentials.ts'
import { withCache } from '../../src/adapters/kms/cached-data-keys.ts'
import { createKmsDataKeys } from '../../src/adapters/kms/kms-data-keys.ts'
import { createSecretsManagerVault } from '../../src/adapters/secrets-manager/secrets-manager-vault.ts'
import { createItemVault } from '../../src/adapters/vault/item-vault.ts'
import { vaultOfItems } from '../../src/composition/item-vault.ts'
import { sealedCredentialKey } from '../../src/external-calendars/keys.ts'
import type { Item } from '../../src/kernel/ports/store.ts'
import { CREDENTIALS, errorAnswerOf, REGION } from '../support/aws-server.ts'
import { type KmsServer, startKms } from '../support/kms-server.ts'
import {
  type SecretsManagerServer,
  startSecretsManager,
} from '../support/secrets-manager-server.ts'
import { storeWith } from '../support/store-with.ts'
import { openTestStore } from '../support/stores.ts'
import { FEED, OWNER, TOKENS, vaultSuite } from './vault.suite.ts'

const PREFIX = 'holdfast/prod/credentials/'

let kms: KmsServer
let secrets: SecretsManagerServer
let keys: ReturnType<typeof createKmsDataKeys>
let former: ReturnType<typeof createSecretsManagerVault>
let opened: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => {
  kms = await startKms()
  secrets = await startSecretsManager()
  opened = await openTestStore()
  const common = {
    region: REGION,
    credentials: fixedCredentials(CREDENTIALS),
    retry: { baseMs: 1, capMs: 1 },
  }
  keys = createKmsDataKeys({ ...common, endpoint: kms.endpoint, keyId: kms.keyArn })
  former = createSecretsManagerVault({ ...common, endpoint: secrets.endpoint, prefix: PREFIX })
})
afterAll(async () => {
  await Promise.all([keys.close(), former.close(), opened.close()])
  await Promise.all([kms.stop(), secrets.stop()])
})

let callsBefore = 0
beforeEach(() => {
  callsBefore = kms.calls.length
})
const calls = () => kms.calls.slice(callsBefore)

/** The vault of another process, with an empty cache. */
const open = () =>
  createItemVault({ store: opened.store, dataKeys: withCache(keys), installation: PREFIX })

/** Writes an item as somebody with access to the table could. */
async function plant(item: Item): Promise<void> {
  const { PK, SK } = item
  await opened.store.transact([{ kind: 'delete', key: { PK, SK } }], crypto.randomUUID())
  await opened.store.transact([{ kind: 'put-if-absent', item }], crypto.randomUUID())
}

async function stored(reference: string): Promise<Item> {
  const item = await opened.store.get(sealedCredentialKey(reference))
  if (item === undefined) throw new Error(`the credential ${reference} is not stored`)
  return item
}

vaultSuite(open)

test('the item of a credential hides it and names its account', async () => {
  const item = await stored(await open().put(TOKENS, OWNER))
  expect(Object.keys(item).sort()).toEqual([
    'PK',
    'SK',
    'accountId',
    'providerId',
    'sealed',
    'wrappedKey',
  ])
  expect(item).toMatchObject(OWNER)
  if (typeof item.sealed !== 'string') throw new Error('the credential is not sealed')
  const text = item.sealed
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    .join()
  expect(text).toContain('A256GCM')
  expect(text).not.toMatch(/access|refresh/)
})

test('each data key is bound to installation, account, provider and reference', async () => {
  const reference = await open().put(TOKENS, OWNER)
  await open().get(reference)
  const context = { installation: PREFIX, account: 'acc_1', provider: 'prv_1', reference }
  expect(calls()).toEqual([
    { operation: 'GenerateDataKey', context },
    { operation: 'Decrypt', context },
  ])
})

describe('a credential opens only in its place', () => {
  test('not under the reference of another one', async () => {
    const [one, two] = [await open().put(TOKENS, OWNER), await open().put(FEED, OWNER)]
    await plant({ ...(await stored(one)), ...sealedCredentialKey(two) })
    await expect(open().get(two)).rejects.toMatchObject({ code: 'InvalidCiphertextException' })
  })

  test('not for another account', async () => {
    const reference = await open().put(TOKENS, OWNER)
    await plant({ ...(await stored(reference)), accountId: 'acc_2' })
    await expect(open().get(reference)).rejects.toMatchObject({
      code: 'InvalidCiphertextException',
    })
  })

  test('not with the text of another one', async () => {
    const [one, two] = [await open().put(TOKENS, OWNER), await open().put(FEED, OWNER)]
    const { sealed } = await stored(one)
    await plant({ ...(await stored(two)), sealed })
    await expect(open().get(two)).rejects.toThrow('decryption operation failed')
  })
})

test('a credential stays readable after KMS rotated its key', async () => {
  const reference = await open().put(TOKENS, OWNER)
  kms.rotate()
  const next = await open().put(FEED, OWNER)
  expect(await open().get(reference)).toEqual(TOKENS)
  expect(await open().get(next)).toEqual(FEED)
})

test('a process asks KMS once for a credential that it reads often, also at the same time', async () => {
  const reference = await open().put(TOKENS, OWNER)
  const vault = open()
  const reads = Array.from({ length: 8 }, () => vault.get(reference))
  expect(await Promise.all(reads)).toEqual(Array.from({ length: 8 }, () => TOKENS))
  expect(await vault.get(reference)).toEqual(TOKENS)
  expect(calls().map(({ operation }) => operation)).toEqual(['GenerateDataKey', 'Decrypt'])
})

test('a deleted credential is gone at once, although its data key is in memory', async () => {
  const vault = open()
  const reference = await vault.put(TOKENS, OWNER)
  await vault.get(reference)
  await open().remove(reference)
  expect(await vault.get(reference)).toBeUndefined()
})

test('a call that is throttled or gets no answer is repeated', async () => {
  kms.inject(errorAnswerOf(400, 'ThrottlingException'), { kind: 'drop-answer' })
  const reference = await open().put(TOKENS, OWNER)
  kms.inject(errorAnswerOf(500, 'KMSInternalException'), { kind: 'drop-before' })
  expect(await open().get(reference)).toEqual(TOKENS)
})

test('a refusal of KMS is an error with its code, and never a credential that is gone', async () => {
  const reference = await open().put(TOKENS, OWNER)
  const vault = open()
  kms.inject(errorAnswerOf(400, 'AccessDeniedException', 'not allowed'))
  await expect(vault.get(reference)).rejects.toMatchObject({
    name: 'KmsFailed',
    code: 'AccessDeniedException',
    message: 'KMS refused Decrypt: AccessDeniedException: not allowed',
  })
  // The refusal is not held in memory.
  expect(await vault.get(reference)).toEqual(TOKENS)
})

test('a credential is read consistently, since its connection may name it right after it was stored', async () => {
  const asked: unknown[] = []
  const store = storeWith(opened.store, {
    async get(key, options) {
      asked.push(options)
      return await opened.store.get(key, options)
    },
  })
  const vault = createItemVault({ store, dataKeys: keys, installation: PREFIX })
  await vault.get(await vault.put(FEED, OWNER))
  expect(asked).toEqual([{ consistent: true }])
})

describe('after the move from Secrets Manager', () => {
  const moving = () =>
    vaultOfItems({ store: opened.store, kms: keys, secrets: former, prefix: PREFIX })

  vaultSuite(moving)

  test('a secret from before is readable, outdated, and deleted where it is', async () => {
    const before = await former.put(TOKENS)
    const vault = moving()
    expect(await vault.get(before)).toEqual(TOKENS)
    expect(vault.isOutdated?.(before)).toBe(true)
    await vault.remove(before)
    expect(secrets.secrets.size).toBe(0)
  })

  test('a new secret is an item, and Secrets Manager is not called', async () => {
    const count = secrets.requests.length
    const reference = await moving().put(TOKENS, OWNER)
    expect(await stored(reference)).toMatchObject(OWNER)
    await moving().remove(reference)
    expect(secrets.requests.length).toBe(count)
  })
})
