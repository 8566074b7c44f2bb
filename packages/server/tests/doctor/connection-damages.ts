import { createSimulatedReader } from '../../src/adapters/calendars/simulated.ts'
import { providerKey } from '../../src/booking/keys.ts'
import { removeCalendar } from '../../src/external-calendars/connections/connections.ts'
import { sealedCredentialEntity } from '../../src/external-calendars/connections/sealed-credential.ts'
import { setSimulatedBusy } from '../../src/external-calendars/connections/simulated-calendar.ts'
import { busyMonthKey, connectionDueKey, connectionKey } from '../../src/external-calendars/keys.ts'
import type { Store } from '../../src/kernel/ports/store.ts'
import type { LivedIn } from './lived-in-store.ts'
import { alter, type Damage, put, read, remove, write } from './plant.ts'

/** Connects the simulated calendar of the other provider, busy for an hour of May. */
async function connected(store: Store, { deps, otherProviderId }: LivedIn) {
  const own = { ...deps, store, freeBusy: { simulated: createSimulatedReader(store) } }
  const startEpochMinutes = Date.parse('2026-05-04T10:00Z') / 60_000
  const busy = [{ startEpochMinutes, endEpochMinutes: startEpochMinutes + 60 }]
  const made = await setSimulatedBusy(own, otherProviderId, busy)
  if (!made.ok) throw new Error(made.refusal.code)
  const { id, refreshAtEpochMilliseconds: dueAt = 0 } = made.value
  return { deps: own, due: connectionDueKey(id, dueAt), id }
}

/** Damage to connected calendars. */
export const CONNECTION_DAMAGES: readonly Damage[] = [
  {
    name: 'a provider that does not record its connected calendar',
    async plant(store, made) {
      await connected(store, made)
      await alter(store, providerKey(made.otherProviderId), { connectedKinds: undefined })
    },
    codes: ['connected_kinds_wrong'],
  },
  {
    name: 'a provider that records a calendar that is not connected',
    plant: (store, { otherProviderId }) =>
      alter(store, providerKey(otherProviderId), { connectedKinds: ['google'] }),
    codes: ['connected_kinds_wrong'],
  },
  {
    name: 'a calendar that is missing in the queue of reads',
    async plant(store, made) {
      await remove(store, (await connected(store, made)).due)
    },
    codes: ['connection_due_missing'],
  },
  {
    name: 'a connection that does not fit its schema, which stays recorded',
    async plant(store, made) {
      await connected(store, made)
      await alter(store, connectionKey(made.otherProviderId, 'simulated'), { status: 'odd' })
    },
    codes: ['item_wrong'],
    left: ['item_wrong'],
  },
  {
    name: 'a calendar that is in the queue of reads twice',
    async plant(store, made) {
      const { due, id } = await connected(store, made)
      await put(store, { ...(await read(store, due)), ...connectionDueKey(id, 1) })
    },
    codes: ['connection_due_stale'],
  },
  {
    name: 'busy times of a disconnected calendar',
    async plant(store, made) {
      const { deps } = await connected(store, made)
      const month = await read(store, busyMonthKey(made.otherProviderId, '2026-05', 'simulated'))
      const caller = {
        accountId: made.accountId,
        requestId: 'test',
        role: 'account',
        actor: { kind: 'system' },
      } as const
      const removed = await removeCalendar(deps, caller, made.otherProviderId, 'simulated')
      if (!removed.ok) throw new Error(removed.refusal.code)
      await put(store, month)
    },
    codes: ['busy_month_orphaned'],
  },
  {
    name: 'a connection whose credential is missing',
    async plant(store, made) {
      await connected(store, made)
      const key = connectionKey(made.otherProviderId, 'simulated')
      await alter(store, key, { credentialReference: `kms_${'0'.repeat(32)}` })
    },
    codes: ['credential_missing'],
    left: ['credential_missing'],
  },
  {
    name: 'a credential that no calendar uses',
    plant: (store, { accountId, otherProviderId }) =>
      write(
        store,
        sealedCredentialEntity.create({
          reference: `kms_${'0'.repeat(32)}`,
          accountId,
          providerId: otherProviderId,
          wrappedKey: new Uint8Array([1]),
          sealed: 'sealed',
        }),
      ),
    codes: ['credential_orphaned'],
  },
  {
    name: 'a connection with a ttl',
    async plant(store, made) {
      await connected(store, made)
      await alter(store, connectionKey(made.otherProviderId, 'simulated'), { ttl: 1 })
    },
    codes: ['lasting_item_expires'],
  },
]
