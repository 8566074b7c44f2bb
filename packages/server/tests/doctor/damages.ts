import { bookingFromItem, bookingItem } from '../../src/booking/bookings/booking-item.ts'
import { expirationTriggerItem } from '../../src/booking/bookings/expiration-trigger.ts'
import {
  availabilityKey,
  blockKey,
  bookingKey,
  eventTypeKey,
  eventTypeSlugKey,
  expirationTriggerKey,
  providerKey,
  providerSlugKey,
} from '../../src/booking/keys.ts'
import {
  apiKeyEntity,
  apiKeyHashEntity,
  hashOfApiKey,
} from '../../src/identity/api-keys/api-key.ts'
import { accountApiKeyKey, accountKey, apiKeyKey } from '../../src/identity/keys.ts'
import { CALENDAR_DAMAGES } from './calendar-damages.ts'
import { CONNECTION_DAMAGES } from './connection-damages.ts'
import { LEDGER_DAMAGES } from './ledger-damages.ts'
import { at } from './lived-in-store.ts'
import { alter, type Damage, put, read, remove, tuesday, write } from './plant.ts'

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
      const key = apiKeyEntity.decode(await read(store, accountApiKeyKey(accountId, apiKeyId)))
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
      const key = apiKeyEntity.decode(await read(store, accountApiKeyKey(accountId, apiKeyId)))
      await alter(store, apiKeyHashEntity.encode(hashOfApiKey(key)), { accountId: 'acc_other' })
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
export const DAMAGES: readonly Damage[] = [
  ...LEDGER_DAMAGES,
  ...ITEMS,
  ...BETWEEN,
  ...CALENDAR_DAMAGES,
  ...CONNECTION_DAMAGES,
]
