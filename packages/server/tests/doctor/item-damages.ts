import { blockEntity } from '../../src/booking/blocks/block.ts'
import { triggerOfBlock } from '../../src/booking/blocks/grow-block.ts'
import { bookingFromItem, bookingItem } from '../../src/booking/bookings/booking-item.ts'
import {
  expirationTriggerEntity,
  expirationTriggerItem,
} from '../../src/booking/bookings/expiration-trigger.ts'
import {
  availabilityKey,
  blockKey,
  bookingKey,
  eventTypeKey,
  eventTypeSlugKey,
  expirationTriggerKey,
  ownProviderSlugKey,
  providerKey,
  providerSlugKey,
  scheduleKey,
  scheduleUsersKey,
  timeOffKey,
} from '../../src/booking/keys.ts'
import {
  apiKeyEntity,
  apiKeyHashEntity,
  hashOfApiKey,
} from '../../src/identity/api-keys/api-key.ts'
import { accountApiKeyKey, accountKey, accountSlugKey, apiKeyKey } from '../../src/identity/keys.ts'
import { at } from './lived-in-store.ts'
import { alter, type Damage, put, read, remove, tuesday, write } from './plant.ts'

const ITEMS: readonly Damage[] = [
  {
    name: 'a booking with a wrong end, whose claim is unknown',
    async plant(store, made) {
      const { id } = made.confirmed
      await alter(store, bookingKey(id), { endEpochSeconds: at('2026-04-28T10:00') })
      // The orphans next to it are not repaired: they may belong to the invalid booking.
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
    name: 'a block that ends before it starts',
    plant: (store, { providerId, blockId }) =>
      alter(store, blockKey(providerId, blockId), { endEpochSeconds: at('2026-05-01T00:00') }),
    codes: ['block_wrong', 'mark_without_owner', 'mark_without_owner', 'mark_without_owner'],
    left: ['block_wrong', 'mark_without_owner', 'mark_without_owner', 'mark_without_owner'],
  },
  {
    name: 'a provider with an unknown time zone',
    plant: (store, { providerId }) =>
      alter(store, providerKey(providerId), { timeZone: 'Europe/Atlantis' }),
    codes: ['provider_wrong'],
    left: ['provider_wrong'],
  },
  {
    name: 'an event type with a duration of 0',
    plant: (store, { eventTypeId }) =>
      alter(store, eventTypeKey(eventTypeId), { durationMinutes: 0 }),
    codes: ['event_type_wrong'],
    left: ['event_type_wrong'],
  },
  {
    name: 'an event type that requires a provider who does not exist',
    async plant(store, { shared }) {
      const requirements = [{ name: 'panel', providerIds: ['prv_nobody'], count: 1 }]
      await alter(store, eventTypeKey(shared.eventTypeId ?? ''), { requirements })
    },
    codes: ['reference_missing'],
    left: ['reference_missing'],
  },
  {
    name: 'an event type that requires one provider twice',
    async plant(store, { shared, providerId }) {
      const providerIds = [providerId, providerId]
      const requirements = [{ name: 'panel', providerIds, count: 1 }]
      await alter(store, eventTypeKey(shared.eventTypeId ?? ''), { requirements })
    },
    codes: ['event_type_wrong'],
    left: ['event_type_wrong'],
  },
  {
    name: 'a booking whose provider is not the first of the assigned ones',
    async plant(store, { shared }) {
      const { assignments } = bookingFromItem(await read(store, bookingKey(shared.id)))
      const reversed = (assignments ?? []).toReversed().map((assignment) => ({ ...assignment }))
      await alter(store, bookingKey(shared.id), { assignments: reversed })
    },
    codes: ['booking_wrong', 'mark_without_owner', 'mark_without_owner'],
    left: ['booking_wrong', 'mark_without_owner', 'mark_without_owner'],
  },
  {
    name: 'overlapping openings',
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
    name: 'a booking with version 0',
    plant: (store, { confirmed }) => alter(store, bookingKey(confirmed.id), { version: 0 }),
    codes: ['version_wrong'],
    left: ['version_wrong'],
  },
  {
    name: 'a booking with a ttl',
    plant: (store, { confirmed }) =>
      alter(store, bookingKey(confirmed.id), { ttl: at('2026-05-01T00:00') }),
    codes: ['lasting_item_expires'],
  },
  {
    name: 'a booking with a wrong status and without a booker in its indexes',
    plant: (store, { confirmed }) =>
      alter(store, bookingKey(confirmed.id), {
        GSI1SK: 'pending#0000000001#x',
        GSI3PK: undefined,
        GSI3SK: undefined,
      }),
    codes: ['index_wrong'],
  },
  {
    name: 'a booking of an earlier version that is not in the list of its account',
    plant: (store, { confirmed }) =>
      alter(store, bookingKey(confirmed.id), { GSI5PK: undefined, GSI5SK: undefined }),
    codes: ['index_wrong'],
  },
  {
    name: 'an event type in an index that has no event types',
    plant: (store, { eventTypeId }) =>
      alter(store, eventTypeKey(eventTypeId), { GSI4PK: 'somewhere', GSI4SK: 'x' }),
    codes: ['index_wrong'],
  },
  {
    name: 'a booking that does not fit its schema, whose claim is unknown',
    plant: (store, { confirmed }) => alter(store, bookingKey(confirmed.id), { policy: 'none' }),
    codes: ['booking_wrong', 'orphan_quanta'],
    left: ['booking_wrong', 'orphan_quanta'],
  },
  {
    name: 'an opened date that does not fit its schema',
    plant: (store, { otherProviderId }) =>
      alter(store, availabilityKey(otherProviderId, '2026-04-28'), { openings: 'all day' }),
    codes: ['availability_wrong'],
    left: ['availability_wrong'],
  },
  {
    name: 'an account that does not fit its schema',
    plant: (store, { accountId }) => alter(store, accountKey(accountId), { name: 7 }),
    codes: ['item_wrong'],
    left: ['item_wrong'],
  },
  {
    name: 'a malformed reservation of a slug',
    plant: (store) => alter(store, providerSlugKey('dr-ada'), { providerId: undefined }),
    codes: ['slug_missing', 'slug_stale'],
  },
  {
    name: 'an item of an unknown kind',
    plant: (store) => put(store, { PK: 'GUEST#1', SK: '#METADATA', version: 1 }),
    codes: ['unknown_item'],
    left: ['unknown_item'],
  },
]

const BETWEEN: readonly Damage[] = [
  {
    name: 'a pending booking without a trigger',
    plant: (store, { pending }) =>
      remove(store, expirationTriggerKey(pending.id, at('2026-04-27T10:05'))),
    codes: ['trigger_missing'],
  },
  {
    name: 'a trigger of another account',
    plant: (store, { pending }) =>
      alter(store, expirationTriggerKey(pending.id, at('2026-04-27T10:05')), {
        accountId: 'acc_2',
      }),
    codes: ['trigger_missing', 'trigger_stale'],
  },
  {
    name: 'triggers of a confirmed booking and of one that does not exist',
    async plant(store, { confirmed, accountId }) {
      const soon = at('2026-04-27T12:00')
      await put(store, expirationTriggerItem(confirmed, soon))
      await put(store, expirationTriggerItem({ id: 'bkg_nobody', accountId }, soon))
    },
    codes: ['trigger_stale', 'trigger_stale'],
  },
  {
    name: 'an unfinished block without a trigger',
    plant: (store, { providerId, blockId }) =>
      alter(store, blockKey(providerId, blockId), { finishByEpochSeconds: at('2026-04-27T10:04') }),
    codes: ['trigger_missing'],
  },
  {
    name: 'a trigger that removes an unfinished block too early',
    async plant(store, { providerId, blockId }) {
      const key = blockKey(providerId, blockId)
      await alter(store, key, { finishByEpochSeconds: at('2026-04-27T10:04') })
      const trigger = triggerOfBlock(
        blockEntity.decode(await read(store, key)),
        at('2026-04-27T10:01'),
      )
      await put(store, expirationTriggerEntity.encode(trigger))
    },
    codes: ['trigger_missing', 'trigger_stale'],
  },
  {
    name: 'a trigger of a finished block',
    async plant(store, { providerId, blockId }) {
      const block = blockEntity.decode(await read(store, blockKey(providerId, blockId)))
      await put(
        store,
        expirationTriggerEntity.encode(triggerOfBlock(block, at('2026-04-27T10:04'))),
      )
    },
    codes: ['trigger_stale'],
  },
  {
    name: 'a trigger of an unfinished block that does not fit its schema',
    async plant(store, { providerId, blockId }) {
      const key = blockKey(providerId, blockId)
      const finishByEpochSeconds = at('2026-04-27T10:04')
      const trigger = triggerOfBlock(
        blockEntity.decode(await read(store, key)),
        finishByEpochSeconds,
      )
      await put(store, expirationTriggerEntity.encode(trigger))
      await alter(store, key, { finishByEpochSeconds, endEpochSeconds: at('2026-05-01T00:00') })
    },
    codes: ['block_wrong', 'mark_without_owner', 'mark_without_owner', 'mark_without_owner'],
    left: ['block_wrong', 'mark_without_owner', 'mark_without_owner', 'mark_without_owner'],
  },
  {
    name: 'a slug without a reservation',
    plant: (store) => remove(store, providerSlugKey('dr-ada')),
    codes: ['slug_missing'],
  },
  {
    name: 'a slug without a reservation in the namespace of its account',
    plant: (store, { tenantId }) => remove(store, ownProviderSlugKey(tenantId, 'ada')),
    codes: ['slug_missing'],
  },
  {
    name: 'a slug of an account without a reservation',
    plant: (store) => remove(store, accountSlugKey('lake')),
    codes: ['slug_missing'],
  },
  {
    name: 'a slug reserved for an account that has another slug',
    plant: (store, { tenantId }) =>
      put(store, { ...accountSlugKey('sea'), accountId: tenantId, version: 1 }),
    codes: ['slug_stale'],
  },
  {
    name: 'an account that the list of accounts does not have, since it is older than the list',
    plant: (store, { accountId }) =>
      alter(store, accountKey(accountId), { GSI1PK: undefined, GSI1SK: undefined }),
    codes: ['index_wrong'],
  },
  {
    name: 'a slug reserved for an event type that has another slug',
    plant: (store, { providerId, eventTypeId }) =>
      put(store, { ...eventTypeSlugKey(providerId, 'visit'), eventTypeId, version: 1 }),
    codes: ['slug_stale'],
  },
  {
    name: 'a slug reserved for a provider that does not have it',
    plant: (store) => alter(store, providerSlugKey('dr-ada'), { providerId: 'prv_gone' }),
    codes: ['slug_missing', 'slug_stale'],
  },
  {
    name: 'two providers with the same slug',
    async plant(store, { otherProviderId }) {
      await alter(store, providerKey(otherProviderId), { slug: 'dr-ada' })
    },
    codes: ['slug_shared', 'slug_stale'],
    left: ['slug_shared'],
  },
  {
    name: 'a schedule that does not record who uses it',
    plant: (store, { scheduleId }) => alter(store, scheduleUsersKey(scheduleId), { userIds: [] }),
    codes: ['schedule_user_missing', 'schedule_user_missing'],
  },
  {
    name: 'a schedule that records a provider that does not use it',
    async plant(store, { scheduleId, providerId }) {
      const { userIds } = await read(store, scheduleUsersKey(scheduleId))
      const more = [...(userIds as readonly string[]), providerId]
      await alter(store, scheduleUsersKey(scheduleId), { userIds: more })
    },
    codes: ['schedule_user_stale'],
  },
  {
    name: 'a schedule without a record of its users',
    plant: (store, { scheduleId }) => remove(store, scheduleUsersKey(scheduleId)),
    codes: ['schedule_user_missing', 'schedule_user_missing', 'schedule_users_missing'],
  },
  {
    name: 'a schedule that is gone although it is used',
    async plant(store, { scheduleId }) {
      await remove(store, scheduleKey(scheduleId))
      await remove(store, scheduleUsersKey(scheduleId))
    },
    codes: ['reference_missing'],
    left: ['reference_missing'],
  },
  {
    name: 'a schedule in an unknown time zone',
    plant: (store, { scheduleId }) =>
      alter(store, scheduleKey(scheduleId), { timeZone: 'Europe/Atlantis' }),
    codes: ['schedule_wrong'],
    left: ['schedule_wrong'],
  },
  {
    name: 'time off that ends before it starts, of a provider that does not exist',
    plant: (store, { accountId }) =>
      put(store, {
        ...timeOffKey('prv_gone', at('2026-05-02T00:00'), 'tof_1'),
        accountId,
        providerId: 'prv_gone',
        version: 1,
        time: { startDate: '2026-05-02', endDate: '2026-05-01' },
        createdAtEpochSeconds: 0,
        updatedAtEpochSeconds: 0,
      }),
    codes: ['reference_missing', 'time_off_wrong'],
    left: ['reference_missing', 'time_off_wrong'],
  },
  {
    name: 'a listed API key that gives no access',
    async plant(store, { accountId, apiKeyId }) {
      const key = apiKeyEntity.decode(await read(store, accountApiKeyKey(accountId, apiKeyId)))
      await remove(store, apiKeyKey(key.secretHash))
    },
    codes: ['api_key_hash_missing'],
  },
  {
    name: 'a revoked API key that still gives access',
    plant: (store, { accountId, apiKeyId }) => remove(store, accountApiKeyKey(accountId, apiKeyId)),
    codes: ['api_key_hash_stale'],
  },
  {
    name: 'an API key that gives access to another account',
    async plant(store, { accountId, apiKeyId }) {
      const key = apiKeyEntity.decode(await read(store, accountApiKeyKey(accountId, apiKeyId)))
      await alter(store, apiKeyHashEntity.encode(hashOfApiKey(key)), { accountId: 'acc_other' })
    },
    codes: ['api_key_hash_missing', 'api_key_hash_stale'],
  },
  {
    name: 'a listed API key without the hash of its secret',
    plant: (store, { accountId, apiKeyId }) =>
      alter(store, accountApiKeyKey(accountId, apiKeyId), { secretHash: undefined }),
    codes: ['api_key_wrong'],
    left: ['api_key_wrong'],
  },
  {
    name: 'a missing account',
    plant: (store, { accountId }) => remove(store, accountKey(accountId)),
    codes: ['reference_missing'],
    left: ['reference_missing'],
  },
  {
    name: 'a booking of another account',
    async plant(store, { confirmed }) {
      const booking = bookingFromItem(await read(store, bookingKey(confirmed.id)))
      await remove(store, bookingKey(confirmed.id))
      await put(store, bookingItem({ ...booking, accountId: 'acc_other' }))
    },
    // The marks of guests are those of an account.
    codes: ['guests_stale', 'reference_crossed', 'reference_crossed'],
    left: ['reference_crossed', 'reference_crossed'],
  },
]

/** Damage to single items, and to what follows from others. */
export const ITEM_DAMAGES: readonly Damage[] = [...ITEMS, ...BETWEEN]
