import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bookable } from '../../../tests/support/bookable.ts'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import {
  type GoogleCalendarServer,
  startGoogleCalendar,
} from '../../../tests/support/google-calendar-server.ts'
import { createMemoryVault } from '../../../tests/support/memory-vault.ts'
import { openTestStore, SOME_ENGINES, type TestStore } from '../../../tests/support/stores.ts'
import { createOutboundHttp } from '../../adapters/outbound/outbound-http.ts'
import { createGoogleVendor } from '../../adapters/vendors/google.ts'
import { createProvider } from '../../booking/provider-changes/save-provider.ts'
import type { AppDependencies } from '../../composition/http/app.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { connectCalendar, disconnectCalendar } from '../connections/connections.ts'
import { refreshDueConnections } from '../connections/refresh.ts'
import { storeCredential } from '../connections/store-credential.ts'
import type { VendorDependencies } from './vendor-access.ts'

const NOW = '2026-05-01T08:00:00Z'

const outbound = createOutboundHttp({ allowPrivateNetwork: true })
afterAll(() => outbound.close())

describe.each(SOME_ENGINES)(
  'the grant of a calendar that is no longer connected, on %s',
  (engine) => {
    let vendor: GoogleCalendarServer
    let opened: TestStore
    let deps: VendorDependencies & AppDependencies
    let world: Awaited<ReturnType<typeof bookable>>
    const vault = createMemoryVault()

    beforeAll(async () => {
      vendor = await startGoogleCalendar()
    })
    afterAll(() => vendor.close())
    beforeEach(async () => {
      opened = await openTestStore(engine)
      const { clientId, clientSecret, origin: endpoint } = vendor
      const google = createGoogleVendor({ outbound, clientId, clientSecret, endpoint })
      const plain = testDependencies(opened.store, NOW).deps
      deps = { ...plain, vault, vendors: { google } }
      world = await bookable(deps)
    })
    afterEach(async () => {
      vendor.recover()
      expect(vault.kept.size).toBe(0)
      expect((await inspect(deps)).findings).toEqual([])
      await opened.close()
    })

    /** Connects an account; answers its refresh token. */
    async function connect(
      label = vendor.address,
      providerId = world.provider.id,
    ): Promise<string> {
      const tokens = vendor.oauth.issue('calendar')
      const unclaimed = await storeCredential(
        deps,
        { accountId: world.caller.accountId, providerId, kind: 'google' },
        { kind: 'oauth', ...tokens, accessExpiresAtEpochSeconds: 0, scope: 'calendar' },
      )
      const { credentialReference } = unclaimed
      const input = { kind: 'google', credentialReference, label } as const
      const made = await connectCalendar(deps, { ...world.caller }, providerId, input)
      if (!made.ok) throw new Error(made.refusal.code)
      return tokens.refreshToken
    }
    const disconnect = async (providerId = world.provider.id) => {
      const gone = await disconnectCalendar(deps, { ...world.caller }, providerId, 'google')
      if (!gone.ok) throw new Error(gone.refusal.code)
    }
    /** Handles all due queue entries. Afterwards the vault has no unused credential. */
    const work = () => refreshDueConnections(deps, 100)
    const isValid = async (refreshToken: string) =>
      (await deps.vendors.google?.refresh(refreshToken))?.kind === 'granted'

    test('is revoked at the vendor when the calendar is disconnected', async () => {
      const token = await connect()
      expect(await isValid(token)).toBe(true)
      await disconnect()
      await work()
      expect(await isValid(token)).toBe(false)
    })

    test('stays while another provider has a connection to the account, and is revoked with the last one', async () => {
      const other = await createProvider(deps, world.caller, { name: 'Room', timeZone: 'UTC' })
      if (!other.ok) throw new Error(other.refusal.code)
      await connect()
      const token = await connect(vendor.address, other.value.id)
      await disconnect()
      await work()
      expect(await isValid(token)).toBe(true)
      await disconnect(other.value.id)
      await work()
      expect(await isValid(token)).toBe(false)
    })

    test('stays if the same account is connected again, and is revoked if another account is', async () => {
      await connect()
      const token = await connect()
      await work()
      expect(await isValid(token)).toBe(true)
      await connect('grace@example.com')
      await work()
      expect(await isValid(token)).toBe(false)
      await disconnect()
      await work()
    })

    test('does not prevent a disconnection if the vendor does not answer', async () => {
      await connect()
      vendor.fail({ status: 503 }, { path: '/revoke' })
      await disconnect()
      expect(await work()).toMatchObject({ errors: [] })
    })
  },
)
