import { awsEndpoint } from '../../adapters/aws/endpoints.ts'
import { createKmsDataKeys } from '../../adapters/kms/kms-data-keys.ts'
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
import { vaultOfItems } from '../item-vault.ts'
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
  const vault = openVault({ settings, at, deps: plain })
  const deps = { vault, vendors: openVendors(clients, outbound) }
  return { deps, vendorAccess: createVendorAccess({ ...plain, ...deps }, Date.now), outbound }
}

/** Opens the vault of items. Without a key, credentials stay in Secrets Manager. */
function openVault({ settings, at, deps }: Pick<AwsBase, 'settings' | 'at' | 'deps'>) {
  const { endpoints, vaultPrefix: prefix, vaultKmsKey: keyId } = settings
  const secrets = createSecretsManagerVault({
    ...at,
    endpoint: endpoints.SECRETS_MANAGER ?? secretsManagerEndpoint(at.region),
    prefix,
  })
  if (keyId === undefined) return secrets
  const endpoint = endpoints.KMS ?? awsEndpoint('kms', at.region)
  const kms = createKmsDataKeys({ ...at, endpoint, keyId })
  return vaultOfItems({ store: deps.store, kms, secrets, prefix })
}

/** Writes bookings into connected calendars. */
export function calendarSyncOn(base: AwsBase): Consumer {
  const { deps, vendorAccess } = openVendorAccess(base)
  return calendarSyncConsumer({ ...base.deps, ...deps, vendorAccess })
}
