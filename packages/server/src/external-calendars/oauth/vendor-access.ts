import { epochSeconds } from '../../kernel/dependencies.ts'
import { createLease } from '../../kernel/queue/lease.ts'
import type { Connection } from '../connections/connection.ts'
import { findConnection } from '../connections/connections.ts'
import { adoptCredential, markBroken } from '../connections/refreshed-credential.ts'
import { storeCredential } from '../connections/store-credential.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import {
  type CalendarVendor,
  type CalendarVendors,
  failure,
  isVendorKind,
  type Tokens,
  type VendorAnswer,
  type VendorCall,
  type VendorFailure,
} from '../ports/calendar-vendor.ts'
import type { Credential, CredentialVault } from '../ports/credential-vault.ts'

/** The credential of a connection by OAuth. */
export type OAuthCredential = Extract<Credential, { readonly kind: 'oauth' }>

/** What access to vendors' calendars needs. */
export type VendorDependencies = ExternalCalendarsDependencies & {
  readonly vault: CredentialVault
  readonly vendors: CalendarVendors
}

/** An operation at a vendor, called with a valid access token. */
export type VendorOperation<Value> = (
  vendor: CalendarVendor,
  call: VendorCall,
  /** The current credential. */
  credential: OAuthCredential,
) => Promise<VendorAnswer<Value>>

/** Calls the vendors of connections, and refreshes their access tokens. */
export interface VendorAccess {
  /**
   * Calls a vendor with the grant of a connection. A token that is expired, or that the vendor rejects, is
   * refreshed once. Failures of the vendor are outcomes, not exceptions.
   */
  call<Value>(
    connection: Connection,
    operation: VendorOperation<Value>,
    signal?: AbortSignal,
  ): Promise<{ readonly kind: 'done'; readonly value: Value } | VendorFailure>
}

/** A connection with its credential. */
interface Loaded {
  readonly kind: 'loaded'
  readonly connection: Connection
  readonly credential: OAuthCredential
}

/** A token is refreshed this long before it expires, because clocks differ and a call takes time. */
const EXPIRY_MARGIN_SECONDS = 60
/** Longer than a refresh can take at the vendor, the vault and the store together. */
const LEASE_MILLISECONDS = 30_000
/** How often a process checks whether another one has completed a refresh. */
const POLL_MILLISECONDS = 100

const disconnected = (): VendorFailure => failure('unreachable', 'the calendar was disconnected')

const revoked = (reason: string): VendorFailure =>
  failure('unauthorized', `access was revoked (${reason}); connect the calendar again`)

/** Makes a credential of tokens. Members that the vendor omitted stay as they were. */
export function credentialOf(
  tokens: Tokens,
  before: Pick<OAuthCredential, 'refreshToken' | 'scope'>,
  requestedAtEpochSeconds: number,
): OAuthCredential {
  return {
    kind: 'oauth',
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken ?? before.refreshToken,
    accessExpiresAtEpochSeconds: requestedAtEpochSeconds + tokens.expiresInSeconds,
    scope: tokens.scope ?? before.scope,
  }
}

/**
 * Creates the vendor access of one process. `machineEpochMilliseconds` is the machine's clock, which runs
 * on while a test clock stands still.
 */
export function createVendorAccess(
  deps: VendorDependencies,
  machineEpochMilliseconds: () => number,
): VendorAccess {
  const refreshes = new Map<string, Promise<Loaded | VendorFailure>>()

  // All callers in a process that need the same refresh share it.
  const refreshed = (vendor: CalendarVendor, loaded: Loaded): Promise<Loaded | VendorFailure> => {
    const { credentialReference } = loaded.connection
    const running = refreshes.get(credentialReference)
    if (running !== undefined) return running
    const started = refreshExclusively(deps, vendor, loaded, machineEpochMilliseconds).finally(() =>
      refreshes.delete(credentialReference),
    )
    refreshes.set(credentialReference, started)
    return started
  }

  return {
    async call(connection, operation, signal) {
      const { kind } = connection
      const vendor = isVendorKind(kind) ? deps.vendors[kind] : undefined
      if (vendor === undefined) {
        return failure('unreachable', `this server is not registered with ${kind}`)
      }
      if (connection.status === 'broken') return revoked(connection.failure?.code ?? 'unknown')
      let loaded = await load(deps, connection)
      if (loaded.kind === 'loaded' && isExpired(deps, loaded.credential)) {
        loaded = await refreshed(vendor, loaded)
      }
      if (loaded.kind === 'failed') return loaded
      const attempt = ({ credential }: Loaded) =>
        operation(
          vendor,
          { accessToken: credential.accessToken, ...(signal && { signal }) },
          credential,
        )
      const first = await attempt(loaded)
      if (first.kind !== 'expired') return first
      const next = await refreshed(vendor, loaded)
      if (next.kind === 'failed') return next
      const second = await attempt(next)
      return second.kind === 'expired' ? revoked('401 after a refresh') : second
    },
  }
}

const isExpired = (deps: ExternalCalendarsDependencies, credential: OAuthCredential): boolean =>
  credential.accessExpiresAtEpochSeconds - EXPIRY_MARGIN_SECONDS <= epochSeconds(deps.clock)

/** Reads the credential of a connection. If it was replaced meanwhile, the new one is read. */
async function load(
  deps: VendorDependencies,
  connection: Connection,
): Promise<Loaded | VendorFailure> {
  let current = connection
  for (;;) {
    const credential = await deps.vault.get(current.credentialReference)
    if (credential?.kind === 'oauth') return { kind: 'loaded', connection: current, credential }
    const now = await findConnection(deps, connection.providerId, connection.kind)
    if (now === undefined || now.id !== connection.id) return disconnected()
    if (now.credentialReference === current.credentialReference) {
      const lost = revoked('its credential is not in the vault')
      await markBroken(deps, now, lost)
      return lost
    }
    current = now
  }
}

/**
 * Refreshes a credential under a lease of all processes. A vendor may accept a refresh token only once,
 * and revoke the grant if it is used again. A process without the lease waits for the result.
 */
async function refreshExclusively(
  deps: VendorDependencies,
  vendor: CalendarVendor,
  { connection }: Loaded,
  machineEpochMilliseconds: () => number,
): Promise<Loaded | VendorFailure> {
  const lease = createLease(deps, {
    name: `refresh-${connection.id}`,
    owner: deps.ids.next('event', machineEpochMilliseconds()),
    machineEpochMilliseconds,
    durationMilliseconds: LEASE_MILLISECONDS,
  })
  const deadline = machineEpochMilliseconds() + LEASE_MILLISECONDS
  for (;;) {
    const isHolder = await lease.acquire()
    try {
      const now = await findConnection(deps, connection.providerId, connection.kind)
      if (now === undefined || now.id !== connection.id) return disconnected()
      if (now.credentialReference !== connection.credentialReference) return await load(deps, now)
      if (now.status === 'broken') return revoked(now.failure?.code ?? 'unknown')
      if (isHolder) return await refresh(deps, vendor, now)
    } finally {
      await lease.release()
    }
    if (machineEpochMilliseconds() > deadline) {
      return failure('unreachable', 'the access token could not be refreshed in time')
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS))
  }
}

/** Requests a new access token from the vendor, and stores it in the connection. */
async function refresh(
  deps: VendorDependencies,
  vendor: CalendarVendor,
  connection: Connection,
): Promise<Loaded | VendorFailure> {
  const loaded = await load(deps, connection)
  if (loaded.kind === 'failed') return loaded
  const requestedAtEpochSeconds = epochSeconds(deps.clock)
  const outcome = await vendor.refresh(loaded.credential.refreshToken)
  if (outcome.kind === 'failed') {
    const { detail, retryAfterSeconds } = outcome
    const code = retryAfterSeconds === undefined ? 'unreachable' : 'throttled'
    return failure(code, `the access token could not be refreshed: ${detail}`, retryAfterSeconds)
  }
  if (outcome.kind === 'refused') {
    // Another process may have used the refresh token, if its clock did not let it see the lease.
    const now = await findConnection(deps, connection.providerId, connection.kind)
    if (now && now.credentialReference !== connection.credentialReference) return load(deps, now)
    const lost = revoked(outcome.error)
    await markBroken(deps, connection, lost)
    return lost
  }
  const credential = credentialOf(outcome.tokens, loaded.credential, requestedAtEpochSeconds)
  const unclaimed = await storeCredential(deps, connection, credential)
  const adoption = await adoptCredential(deps, connection, unclaimed.credentialReference)
  if (adoption.kind === 'adopted') {
    return { kind: 'loaded', connection: adoption.connection, credential }
  }
  await unclaimed.discard()
  return adoption.kind === 'gone' ? disconnected() : await load(deps, adoption.connection)
}
