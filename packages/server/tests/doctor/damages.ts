import { apiKeyFromItem, apiKeyItems } from '../../src/application/api-keys/api-key.ts'
import { bookingFromItem, bookingItem } from '../../src/application/bookings/booking-item.ts'
import { expirationTriggerItem } from '../../src/application/bookings/expiration-trigger.ts'
import type { FindingCode } from '../../src/application/doctor/finding.ts'
import {
  accountApiKeyKey,
  accountKey,
  apiKeyKey,
  availabilityKey,
  blockKey,
  bookingKey,
  eventTypeKey,
  eventTypeSlugKey,
  expirationTriggerKey,
  ledgerKey,
  providerKey,
  providerSlugKey,
} from '../../src/application/items/keys.ts'
import { ledgerFromItem } from '../../src/application/items/ledger-item.ts'
import type {
  AttributeValue,
  Item,
  ItemKey,
  LedgerDay,
  LedgerState,
  Store,
  Write,
} from '../../src/application/ports/store.ts'
import { freshToken } from '../ports/suite/harness.ts'
import { at, type LivedIn } from './lived-in-store.ts'

/** One kind of damage: how it is done, what it is found as, and whether it can be mended. */
export interface Damage {
  readonly name: string
  readonly plant: (store: Store, made: LivedIn) => Promise<void>
  /** The codes of all findings, sorted. */
  readonly codes: readonly FindingCode[]
  /** What repair leaves; absent: nothing. */
  readonly left?: readonly FindingCode[]
}

/** Commits writes that no use case would make. */
export async function write(store: Store, ...writes: readonly Write[]): Promise<void> {
  const outcome = await store.transact(writes, freshToken())
  if (!outcome.committed) throw new Error(`not planted: ${JSON.stringify(outcome.failed)}`)
}

const read = async (store: Store, key: ItemKey): Promise<Item> => {
  const item = await store.get(key, { consistent: true })
  if (item === undefined) throw new Error(`${key.PK} ${key.SK} is not there`)
  return item
}

type Attributes = Readonly<Record<string, AttributeValue | undefined>>

/** Replaces an item, whatever it was, by itself with other attributes; undefined takes one away. */
async function alter(store: Store, key: ItemKey, attributes: Attributes): Promise<void> {
  const changed = Object.entries({ ...(await read(store, key)), ...attributes })
  const item = Object.fromEntries(changed.filter(([, value]) => value !== undefined)) as Item
  await write(store, { kind: 'delete', key })
  await write(store, { kind: 'put-if-absent', item })
}

const remove = (store: Store, key: ItemKey) => write(store, { kind: 'delete', key })
const put = (store: Store, item: Item) => write(store, { kind: 'put-if-absent', item })

async function alterDay(
  store: Store,
  key: ItemKey,
  change: (state: LedgerState) => Partial<LedgerDay>,
): Promise<void> {
  const state = ledgerFromItem(await read(store, key))
  const next = { ...state, ...change(state) }
  await write(store, { kind: 'ledger-replace', key, ifRev: state.rev, next })
}

const tuesday = (made: LivedIn): ItemKey => ledgerKey(made.providerId, '2026-04-28')

const LEDGER: readonly Damage[] = [
  {
    name: 'a second confirmed booking at the same time',
    async plant(store, { confirmed }) {
      await put(store, bookingItem({ ...confirmed, id: 'bkg_second' }))
    },
    codes: ['double_claim'],
    left: ['double_claim'],
  },
  {
    name: 'quanta taken by nobody',
    plant: (store, made) =>
      write(store, {
        kind: 'ledger-claim',
        key: tuesday(made),
        firstQuantum: 200,
        quantumCount: 6,
      }),
    codes: ['orphan_quanta'],
  },
  {
    name: 'quanta that no day has',
    plant: (store, made) =>
      alterDay(store, tuesday(made), ({ taken }) => ({ taken: new Set([...taken, 300]) })),
    codes: ['orphan_quanta'],
  },
  {
    name: 'a booking removed without its claim',
    plant: (store, { confirmed }) => remove(store, bookingKey(confirmed.id)),
    codes: ['orphan_quanta'],
  },
  {
    name: 'part of a confirmed claim given back',
    plant: (store, made) =>
      write(store, {
        kind: 'ledger-release',
        key: tuesday(made),
        firstQuantum: 108,
        quantumCount: 2,
      }),
    codes: ['claim_missing'],
  },
  {
    name: 'a whole ledger day lost, of a claim over midnight',
    plant: (store, { providerId }) => remove(store, ledgerKey(providerId, '2026-04-29')),
    codes: ['claim_missing'],
  },
  {
    name: 'a live hold without its mark, its time free',
    plant: (store, made) =>
      write(store, {
        kind: 'ledger-release',
        key: tuesday(made),
        firstQuantum: 131,
        quantumCount: 9,
        mark: { holdOf: made.pending.id },
      }),
    codes: ['hold_missing'],
  },
  {
    name: 'a live hold without its mark, its time still taken',
    plant: (store, made) =>
      alterDay(store, tuesday(made), ({ holds }) => ({
        holds: holds.filter(({ bookingId }) => bookingId !== made.pending.id),
      })),
    codes: ['hold_missing'],
  },
  {
    name: 'a live hold that somebody took over',
    async plant(store, made) {
      const { confirmed, pending } = made
      const { startEpochSeconds, endEpochSeconds } = pending
      const thief = { ...confirmed, id: 'bkg_thief', startEpochSeconds, endEpochSeconds }
      await put(store, bookingItem(thief))
      await alterDay(store, tuesday(made), ({ holds }) => ({
        holds: holds.filter(({ bookingId }) => bookingId !== pending.id),
      }))
    },
    codes: ['hold_missing'],
    left: ['hold_missing'],
  },
  {
    name: 'a block without its mark on one of its days',
    plant: (store, { providerId }) =>
      alterDay(store, ledgerKey(providerId, '2026-05-03'), () => ({ blocks: [] })),
    codes: ['block_mark_missing'],
  },
  {
    name: 'a hold mark with another expiry',
    plant: (store, made) =>
      alterDay(store, tuesday(made), ({ holds }) => ({
        holds: holds.map((mark) => ({ ...mark, expiresAtEpochSeconds: at('2027-01-01T00:00') })),
      })),
    codes: ['mark_wrong', 'mark_wrong'],
  },
  {
    name: 'a hold mark that is too short',
    plant: (store, made) =>
      alterDay(store, tuesday(made), ({ holds }) => ({
        holds: holds.map((mark) =>
          mark.bookingId === made.pending.id ? { ...mark, quantumCount: 3 } : mark,
        ),
      })),
    codes: ['mark_wrong'],
  },
  {
    name: 'a mark of a booking that never was',
    plant: (store, made) => {
      const part = { firstQuantum: 200, quantumCount: 6 }
      const hold = {
        bookingId: 'bkg_nobody',
        ...part,
        expiresAtEpochSeconds: at('2027-01-01T00:00'),
      }
      return write(store, { kind: 'ledger-claim', key: tuesday(made), ...part, hold })
    },
    codes: ['mark_without_owner'],
  },
  {
    name: 'a mark left on a confirmed booking, by which others could take its time over',
    plant: (store, made) => {
      const part = { firstQuantum: 107, quantumCount: 9 }
      const mark = { bookingId: made.confirmed.id, ...part, expiresAtEpochSeconds: 1 }
      return alterDay(store, tuesday(made), ({ holds }) => ({ holds: [...holds, mark] }))
    },
    codes: ['mark_without_owner'],
  },
  {
    name: 'a block removed without its marks',
    plant: (store, { providerId, blockId }) => remove(store, blockKey(providerId, blockId)),
    codes: ['mark_without_owner', 'mark_without_owner', 'mark_without_owner'],
  },
  {
    name: 'a rev that is no count',
    plant: (store, made) => alter(store, tuesday(made), { rev: 1.5 }),
    codes: ['ledger_wrong'],
    left: ['ledger_wrong'],
  },
  {
    name: 'a mark that cannot be read',
    plant: (store, made) => alter(store, tuesday(made), { 'hold:bkg_1': [1, 2] }),
    codes: ['ledger_wrong'],
    left: ['ledger_wrong'],
  },
]

const ITEMS: readonly Damage[] = [
  {
    name: 'a confirmed booking with a hold expiry, and no knowing what its time is',
    async plant(store, made) {
      const { id } = made.confirmed
      await alter(store, bookingKey(id), { endEpochSeconds: at('2026-04-28T10:00') })
      // Next to it, what would be mended elsewhere is left: it may belong to the broken booking.
      const claim = { firstQuantum: 116, quantumCount: 6 }
      await write(store, { kind: 'ledger-claim', key: tuesday(made), ...claim })
    },
    codes: ['booking_wrong', 'orphan_quanta'],
    left: ['booking_wrong', 'orphan_quanta'],
  },
  {
    name: 'a pending booking without an expiry',
    plant: (store, { pending }) =>
      alter(store, bookingKey(pending.id), { holdExpiresAtEpochSeconds: undefined }),
    codes: ['booking_wrong', 'mark_without_owner'],
    left: ['booking_wrong', 'mark_without_owner'],
  },
  {
    name: 'a block that ends before it begins',
    plant: (store, { providerId, blockId }) =>
      alter(store, blockKey(providerId, blockId), { endEpochSeconds: at('2026-05-01T00:00') }),
    codes: ['block_wrong', 'mark_without_owner', 'mark_without_owner', 'mark_without_owner'],
    left: ['block_wrong', 'mark_without_owner', 'mark_without_owner', 'mark_without_owner'],
  },
  {
    name: 'a provider in no zone',
    plant: (store, { providerId }) =>
      alter(store, providerKey(providerId), { timeZone: 'Europe/Atlantis' }),
    codes: ['provider_wrong'],
    left: ['provider_wrong'],
  },
  {
    name: 'an event type of no length',
    plant: (store, { eventTypeId }) =>
      alter(store, eventTypeKey(eventTypeId), { durationMinutes: 0 }),
    codes: ['event_type_wrong'],
    left: ['event_type_wrong'],
  },
  {
    name: 'openings that overlap',
    plant: (store, { otherProviderId }) =>
      alter(store, availabilityKey(otherProviderId, '2026-04-28'), {
        openings: [
          { startMinute: 540, endMinute: 720, slotDurationMinutes: 20 },
          { startMinute: 700, endMinute: 800, slotDurationMinutes: 20 },
        ],
      }),
    codes: ['availability_wrong'],
    left: ['availability_wrong'],
  },
  {
    name: 'a version that is no count',
    plant: (store, { confirmed }) => alter(store, bookingKey(confirmed.id), { version: 0 }),
    codes: ['version_wrong'],
    left: ['version_wrong'],
  },
  {
    name: 'a booking that DynamoDB would delete',
    plant: (store, { confirmed }) =>
      alter(store, bookingKey(confirmed.id), { ttl: at('2026-05-01T00:00') }),
    codes: ['lasting_item_expires'],
  },
  {
    name: 'a booking listed under another status and booker',
    plant: (store, { confirmed }) =>
      alter(store, bookingKey(confirmed.id), {
        GSI1SK: 'pending#0000000001#x',
        GSI3PK: undefined,
        GSI3SK: undefined,
      }),
    codes: ['index_wrong'],
  },
  {
    name: 'an event type listed where none belongs',
    plant: (store, { eventTypeId }) =>
      alter(store, eventTypeKey(eventTypeId), { GSI4PK: 'somewhere', GSI4SK: 'x' }),
    codes: ['index_wrong'],
  },
  {
    name: 'an item of a kind that nobody knows',
    plant: (store) => put(store, { PK: 'GUEST#1', SK: '#METADATA', version: 1 }),
    codes: ['unknown_item'],
    left: ['unknown_item'],
  },
]

const BETWEEN: readonly Damage[] = [
  {
    name: 'a pending booking that nothing expires',
    plant: (store, { pending }) =>
      remove(store, expirationTriggerKey(pending.id, at('2026-04-27T10:05'))),
    codes: ['trigger_missing'],
  },
  {
    name: 'a trigger that names another account',
    plant: (store, { pending }) =>
      alter(store, expirationTriggerKey(pending.id, at('2026-04-27T10:05')), {
        accountId: 'acc_2',
      }),
    codes: ['trigger_missing', 'trigger_stale'],
  },
  {
    name: 'triggers of a confirmed booking and of one that never was',
    async plant(store, { confirmed, accountId }) {
      const soon = at('2026-04-27T12:00')
      await put(store, expirationTriggerItem(confirmed, soon))
      await put(store, expirationTriggerItem({ id: 'bkg_nobody', accountId }, soon))
    },
    codes: ['trigger_stale', 'trigger_stale'],
  },
  {
    name: 'a slug that nobody holds for its provider',
    plant: (store) => remove(store, providerSlugKey('dr-ada')),
    codes: ['slug_missing'],
  },
  {
    name: 'a slug held for an event type that has another',
    plant: (store, { providerId, eventTypeId }) =>
      put(store, { ...eventTypeSlugKey(providerId, 'visit'), eventTypeId, version: 1 }),
    codes: ['slug_stale'],
  },
  {
    name: 'a slug held for somebody else than who has it',
    plant: (store) => alter(store, providerSlugKey('dr-ada'), { providerId: 'prv_gone' }),
    codes: ['slug_missing', 'slug_stale'],
  },
  {
    name: 'two providers with one slug',
    async plant(store, { otherProviderId }) {
      await alter(store, providerKey(otherProviderId), { slug: 'dr-ada' })
    },
    codes: ['slug_shared', 'slug_stale'],
    left: ['slug_shared'],
  },
  {
    name: 'an API key that opens nothing',
    async plant(store, { accountId, apiKeyId }) {
      const key = apiKeyFromItem(await read(store, accountApiKeyKey(accountId, apiKeyId)))
      await remove(store, apiKeyKey(key.secretHash))
    },
    codes: ['api_key_hash_missing'],
  },
  {
    name: 'a revoked API key that still opens an account',
    plant: (store, { accountId, apiKeyId }) => remove(store, accountApiKeyKey(accountId, apiKeyId)),
    codes: ['api_key_hash_stale'],
  },
  {
    name: 'an API key that opens another account',
    async plant(store, { accountId, apiKeyId }) {
      const key = apiKeyFromItem(await read(store, accountApiKeyKey(accountId, apiKeyId)))
      await alter(store, apiKeyItems(key).byHash, { accountId: 'acc_other' })
    },
    codes: ['api_key_hash_missing', 'api_key_hash_stale'],
  },
  {
    name: 'an API key that does not say which secret it is',
    plant: (store, { accountId, apiKeyId }) =>
      alter(store, accountApiKeyKey(accountId, apiKeyId), { secretHash: undefined }),
    codes: ['api_key_wrong'],
    left: ['api_key_wrong'],
  },
  {
    name: 'an account that is gone',
    plant: (store, { accountId }) => remove(store, accountKey(accountId)),
    codes: ['reference_missing'],
    left: ['reference_missing'],
  },
  {
    name: 'a booking in the name of another account',
    async plant(store, { confirmed }) {
      const booking = bookingFromItem(await read(store, bookingKey(confirmed.id)))
      await remove(store, bookingKey(confirmed.id))
      await put(store, bookingItem({ ...booking, accountId: 'acc_other' }))
    },
    codes: ['reference_crossed', 'reference_crossed'],
    left: ['reference_crossed', 'reference_crossed'],
  },
]

/** Every kind of damage that can be written through the store. */
export const DAMAGES: readonly Damage[] = [...LEDGER, ...ITEMS, ...BETWEEN]
