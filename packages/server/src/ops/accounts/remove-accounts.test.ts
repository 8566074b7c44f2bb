import { afterAll, describe, expect, test } from 'vitest'
import { fillAccount, itemsOf, openFolders } from '../../../tests/support/account-estate.ts'
import { accepted } from '../../../tests/support/people-world.ts'
import { storeInterruptedBefore, storeWith } from '../../../tests/support/store-with.ts'
import { openTestStore, SOME_ENGINES, stopSharedEngine } from '../../../tests/support/stores.ts'
import { createItemVault } from '../../adapters/vault/item-vault.ts'
import { bookingKey } from '../../booking/keys.ts'
import { createProvider } from '../../booking/provider-changes/save-provider.ts'
import { connectCalendar } from '../../external-calendars/connections/connections.ts'
import { connectionKey, syncedEventKey } from '../../external-calendars/keys.ts'
import { accountReferenceEntity } from '../../identity/accounts/account.ts'
import { findAccountBySlug } from '../../identity/accounts/accounts.ts'
import { rapidApiUserKey } from '../../identity/keys.ts'
import {
  createAccount,
  getAnyAccount,
  listAccounts,
  startAccountDeletion,
} from '../../identity/operator/operator-accounts.ts'
import { systemCaller } from '../../kernel/caller.ts'
import { formatKey } from '../../kernel/keys.ts'
import type { Item, Store, Write } from '../../kernel/ports/store.ts'
import { transact } from '../../kernel/transaction.ts'
import { ledgerKey } from '../../ledger/keys.ts'
import { contactKey } from '../../people/keys.ts'
import { removeCalendars } from '../../stays/calendars/remove-calendars.ts'
import { createUnitCalendars } from '../../stays/calendars/unit-calendars.ts'
import { ITEM_KINDS, type ItemKind, kindOfKey } from '../doctor/item-kind.ts'
import type { AccountRemovalDependencies } from './release-item.ts'
import { hasDueRemovals, removeAccounts } from './remove-accounts.ts'

const operator = systemCaller('', 'test')
const WRAPPED = { bytes: new Uint8Array(32), wrapped: new Uint8Array([1]) }

afterAll(stopSharedEngine)

/** Another account with a provider, which no deletion may touch. */
async function addNeighbor(deps: AccountRemovalDependencies, doomedId: string) {
  const { account } = accepted(
    await createAccount(deps, operator, { name: 'Neighbor', slug: 'neighbor' }),
  )
  const caller = systemCaller(account.id, 'test')
  const withUnits = { ...deps, unitCalendars: createUnitCalendars() }
  accepted(await createProvider(withUnits, caller, { name: 'Neighbor', timeZone: 'UTC' }))
  // Somebody who knows the id of the other account writes it wherever they can.
  const trap = `x#${doomedId}#y@example.com`
  await transact(deps, {
    contact: {
      kind: 'put-if-absent',
      item: { ...contactKey(account.id, trap), version: 1, owner: account.id, note: doomedId },
    },
    user: accountReferenceEntity.create({
      key: rapidApiUserKey(doomedId),
      accountId: account.id,
      version: 1,
    }),
  })
}

async function run(deps: AccountRemovalDependencies): Promise<readonly string[]> {
  const gone: string[] = []
  for (let runs = 0; runs < 1_000; runs += 1) {
    const report = await removeAccounts(deps, 10)
    gone.push(...report.deletedAccountIds)
    if (!report.more) return gone
  }
  throw new Error('the deletion does not end')
}

/** The store when it was empty but for the neighbor, and then with the account to delete. */
async function openEstate(store: Store) {
  const folders = await openFolders()
  const filled = await fillAccount(store, folders)
  const deps = { ...filled.deps, keptMails: folders.mailbox }
  await addNeighbor(deps, filled.accountId)
  const { data } = await listAccounts(deps, { limit: 100 })
  const otherIds = data.map(({ id }) => id).filter((id) => id !== filled.accountId)
  const later = (seconds: number) =>
    filled.clock.moveTo(filled.clock.nowEpochMilliseconds() + seconds * 1000)
  return { ...filled, deps, folders, otherIds, later }
}

const mentions = (items: ReadonlyMap<string, Item>, word: string): readonly string[] =>
  [...items].filter(([, item]) => JSON.stringify(item).includes(word)).map(([name]) => name)

const kindsOf = (items: ReadonlyMap<string, Item>): readonly ItemKind[] =>
  [...new Set([...items.values()].map((item) => kindOfKey(item).kind))].toSorted()

/** The items that name another account, and those that name none. */
function split(items: ReadonlyMap<string, Item>, otherIds: readonly string[]) {
  const isOfOthers = (item: Item) => otherIds.some((id) => JSON.stringify(item).includes(id))
  // The format belongs to the store.
  const all = [...items].filter(([, { PK }]) => PK !== formatKey.PK)
  return {
    ofOthers: all.filter(([, item]) => isOfOthers(item)),
    rest: new Map(all.filter(([, item]) => !isOfOthers(item))),
  }
}

describe.each(SOME_ENGINES)('the deletion of an account on %s', (engine) => {
  test('leaves no trace of its data, its names and its addresses, and touches nothing else', async () => {
    const opened = await openTestStore(engine)
    const { deps, folders, accountId, otherIds, later } = await openEstate(opened.store)
    const before = await itemsOf(opened.store)
    expect(mentions(before, 'grace@example.com').length).toBeGreaterThan(20)
    expect((await folders.secretFiles()).length).toBe(3)
    expect(await folders.mails()).toContain('grace@example.com')
    expect(await folders.mails()).toContain('member@doomed.example.com')

    accepted(await startAccountDeletion(deps, operator, accountId))
    expect(await run(deps)).toEqual([])
    later(69)
    expect(await hasDueRemovals(deps)).toBe(false)
    later(1)
    expect(await run(deps)).toEqual([])

    const marker = await itemsOf(opened.store)
    expect(mentions(split(marker, otherIds).rest, accountId)).toHaveLength(2)
    for (const word of ['doomed', 'Doomed', 'grace@example.com', 'Grace', 'Ada', 'House']) {
      expect([word, mentions(split(marker, otherIds).rest, word)]).toEqual([word, []])
    }
    expect(await folders.secretFiles()).toEqual([])
    expect(await folders.mails()).toBe('')
    expect(await getAnyAccount(deps, accountId)).toMatchObject({
      value: { status: 'deleting', name: 'Deleted account' },
    })

    later(3600)
    expect(await run(deps)).toEqual([accountId])
    expect((await getAnyAccount(deps, accountId)).ok).toBe(false)
    // The removal of calendars has its own queue, whose entries name nothing but a calendar.
    await removeCalendars(deps, 10)
    const after = await itemsOf(opened.store)
    expect([...split(after, otherIds).rest.keys()]).toEqual([])
    expect(split(after, otherIds).ofOthers).toEqual(split(before, otherIds).ofOthers)
    await folders.close()
    await opened.close()
  }, 60_000)

  test('goes on where a killed server stopped, before or after any of its writes', async () => {
    const opened = await openTestStore(engine)
    const { deps, folders, accountId, otherIds, later } = await openEstate(opened.store)
    accepted(await startAccountDeletion(deps, operator, accountId))
    let writes = 0
    const dying = storeWith(opened.store, {
      async transact(...given) {
        writes += 1
        if (writes % 4 === 1) throw new Error('killed before a write')
        const outcome = await opened.store.transact(...given)
        if (writes % 7 === 3) throw new Error('killed after a write')
        return outcome
      },
    })
    let kills = 0
    const runUntilDone = async () => {
      for (;;) {
        try {
          return await run({ ...deps, store: dying })
        } catch (error) {
          if (!/killed (?:before|after) a write/.test(String(error))) throw error
          kills += 1
        }
      }
    }
    later(70)
    await runUntilDone()
    later(3600)
    while ((await getAnyAccount(deps, accountId)).ok) await runUntilDone()
    expect(kills).toBeGreaterThan(5)
    await removeCalendars(deps, 10)
    const after = split(await itemsOf(opened.store), otherIds).rest
    expect([...after.keys()]).toEqual([])
    expect(await folders.secretFiles()).toEqual([])
    expect(await folders.mails()).toBe('')
    await folders.close()
    await opened.close()
  }, 60_000)

  test('a request that ends after the first pass has its data deleted by the second one', async () => {
    const opened = await openTestStore(engine)
    const { deps, folders, accountId, otherIds, later, providerId } = await openEstate(opened.store)
    accepted(await startAccountDeletion(deps, operator, accountId))
    later(70)
    await run(deps)
    const late: readonly Item[] = [
      // Only the second one names the account.
      { ...ledgerKey(providerId, '2026-05-05'), rev: 1, taken: new Set([1, 2, 3]) },
      { ...bookingKey('bkg_late'), version: 1, accountId, note: 'Grace' },
      { ...syncedEventKey('bkg_late', 'google'), version: 1 },
    ]
    for (const item of late) await transact(deps, { item: { kind: 'put-if-absent', item } })
    later(3600)
    expect(await run(deps)).toEqual([accountId])
    await removeCalendars(deps, 10)
    const after = split(await itemsOf(opened.store), otherIds).rest
    expect([...after.keys()]).toEqual([])
    await folders.close()
    await opened.close()
  }, 60_000)

  test('a server that was paused deletes nothing under a slug that another account has by then', async () => {
    const opened = await openTestStore(engine)
    const { deps, folders, accountId, later } = await openEstate(opened.store)
    accepted(await startAccountDeletion(deps, operator, accountId))
    later(70)
    const isOfSlug = (write: Write) =>
      write.kind === 'delete' && write.key.PK === 'ACCOUNTSLUG#doomed-practice'
    const paused = storeInterruptedBefore(opened.store, isOfSlug, async () => {
      await run(deps)
      later(3600)
      expect(await run(deps)).toEqual([accountId])
      accepted(await createAccount(deps, operator, { name: 'Heir', slug: 'doomed-practice' }))
    })
    await removeAccounts({ ...deps, store: paused }, 10)
    expect((await findAccountBySlug(deps, 'doomed-practice'))?.name).toBe('Heir')
    await folders.close()
    await opened.close()
  }, 60_000)
})

test('the account of these tests has every kind of item that an account can have', async () => {
  const opened = await openTestStore()
  const { folders } = await openEstate(opened.store)
  const seen = kindsOf(await itemsOf(opened.store))
  const missing = ITEM_KINDS.filter((kind) => !seen.includes(kind))
  expect(missing.toSorted()).toEqual([
    // Exists from the request of a deletion on. The others belong to no account.
    'account_deletion',
    'guest_index',
    'idempotency',
    'index_version',
    'known_instant',
    'lease',
    'passkey_challenge',
    'sent_mail',
    'server_counter',
    'server_key',
    'spent_proof',
    'tz_resolution',
    'unknown',
  ])
  await folders.close()
  await opened.close()
})

test('a grant is revoked before its credential is deleted, in whatever order the items are found', async () => {
  const opened = await openTestStore()
  const { deps, folders, accountId, later, providerId } = await openEstate(opened.store)
  const { store } = opened
  const dataKeys = { create: async () => WRAPPED, unwrap: async () => WRAPPED.bytes }
  const vault = createItemVault({ store, dataKeys, installation: 'test' })
  const tokens = {
    kind: 'oauth',
    accessToken: 'access',
    refreshToken: 'refresh-me',
    accessExpiresAtEpochSeconds: 2_000_000_000,
    scope: 'calendar',
  } as const
  const credentialReference = await vault.put(tokens, { accountId, providerId })
  const caller = systemCaller(accountId, 'test')
  const label = 'owner@doomed.example.com'
  accepted(
    await connectCalendar(deps, caller, providerId, { kind: 'google', credentialReference, label }),
  )
  const revoked: string[] = []
  const revoke = async (refreshToken: string) => void revoked.push(refreshToken)
  // The deletion asks a vendor for nothing else.
  const vendors = { google: { revoke } } as unknown as NonNullable<typeof deps.vendors>
  accepted(await startAccountDeletion(deps, operator, accountId))
  later(70)
  // A first page with the credentials alone, and then all items.
  const scanPage: Store['scanPage'] = async (cursor) => {
    if (cursor !== undefined) return await store.scanPage(cursor === 'all' ? undefined : cursor)
    const items = [...(await itemsOf(store)).values()]
    return { items: items.filter(({ PK }) => PK.startsWith('CREDENTIAL#')), cursor: 'all' }
  }
  await run({ ...deps, store: storeWith(store, { scanPage }), vault, vendors })
  expect(revoked).toEqual(['refresh-me'])
  expect(kindsOf(await itemsOf(store))).not.toContain('credential')
  await folders.close()
  await opened.close()
})

test('a credential leaves the vault before its item, so that a vault out of reach stops the deletion', async () => {
  const opened = await openTestStore()
  const { deps, folders, accountId, later, providerId } = await openEstate(opened.store)
  accepted(await startAccountDeletion(deps, operator, accountId))
  later(70)
  const vault = {
    ...deps.vault,
    remove: async () => {
      throw new Error('the vault is out of reach')
    },
  }
  await expect(run({ ...deps, vault })).rejects.toThrow('the vault is out of reach')
  expect(await opened.store.get(connectionKey(providerId, 'ical'))).toBeDefined()
  await run(deps)
  expect(await folders.secretFiles()).toEqual([])
  expect(await opened.store.get(connectionKey(providerId, 'ical'))).toBeUndefined()
  await folders.close()
  await opened.close()
})
