import { createOutboundHttp } from '../../adapters/outbound/outbound-http.ts'
import { secretsManagerEndpoint } from '../../adapters/secrets-manager/read-secret.ts'
import { createSecretsManagerVault } from '../../adapters/secrets-manager/secrets-manager-vault.ts'
import { calendarSyncConsumer } from '../../external-calendars/calendar-sync/calendar-sync-consumer.ts'
import type { ExternalCalendarsDependencies } from '../../external-calendars/dependencies.ts'
import {
  createVendorAccess,
  type VendorAccess,
} from '../../external-calendars/oauth/vendor-access.ts'
import type { OutboundHttp } from '../../kernel/ports/outbound-http.ts'
import type { Consumer } from '../../kernel/queue/queue.ts'
import { openVendors } from '../vendors.ts'
import type { AwsBase } from './base.ts'

/** What calendars of vendors are reached with. */
export interface OpenedVendors {
  readonly deps: Required<Pick<ExternalCalendarsDependencies, 'vault' | 'vendors'>>
  readonly vendorAccess: VendorAccess
  /** Reaches servers elsewhere; as deployed, never at an address that is not public. */
  readonly outbound: OutboundHttp
}

/** Opens the vault, and the vendors that the installation is known to. */
export function openVendorAccess({ settings, at, deps: plain, clients }: AwsBase): OpenedVendors {
  const outbound = createOutboundHttp({ allowPrivateNetwork: settings.allowPrivateNetwork })
  const vault = createSecretsManagerVault({
    ...at,
    endpoint: settings.endpoints.SECRETS_MANAGER ?? secretsManagerEndpoint(at.region),
    prefix: settings.vaultPrefix,
  })
  const deps = { vault, vendors: openVendors(clients, outbound) }
  return { deps, vendorAccess: createVendorAccess({ ...plain, ...deps }, Date.now), outbound }
}

/** Writes bookings into connected calendars. */
export function calendarSyncOn(base: AwsBase): Consumer {
  const { deps, vendorAccess } = openVendorAccess(base)
  return calendarSyncConsumer({ ...base.deps, ...deps, vendorAccess })
}
