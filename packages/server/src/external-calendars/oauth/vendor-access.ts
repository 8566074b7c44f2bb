import { epochSeconds } from '../../kernel/dependencies.ts'
import { createLease } from '../../kernel/queue/lease.ts'
import type { Connection } from '../connections/connection.ts'
import { adoptCredential, findConnection, markBroken } from '../connections/connections.ts'
import { storeCredential } from '../connections/store-credential.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import {
  type CalendarVendor,
  type CalendarVendors,
  failure,
  type Tokens,
  type VendorAnswer,
  type VendorCall,
  type VendorFailure,
} from '../ports/calendar-vendor.ts'
import type { Credential, CredentialVault } from '../ports/credential-vault.ts'

/** What a connection by OAuth is spoken to with. */
export type OAuthCredential = Extract<Credential, { readonly kind: 'oauth' }>

/** What access to the calendars of vendors needs. */
export type VendorDependencies = ExternalCalendarsDependencies & {
  readonly vault: CredentialVault
  readonly vendors: CalendarVendors
}

/** A call of a vendor, as it is made with an access token that is good. */
export type VendorOperation<Value> = (
  vendor: CalendarVendor,
  call: VendorCall,
  /** What was granted, as it is now. */
  credential: OAuthCredential,
) => Promise<VendorAnswer<Value>>

/** Speaks to the vendors of connections, and keeps their access tokens good. */
export interface VendorAccess {
  /**
   * Makes a call with the grant of a connection. A token that has run out, or that the vendor refuses,
   * is renewed first, once. It never throws for what the vendor does.
   */
  call<Value>(
    connection: Connection,
    use: VendorOperation<Value>,
    signal?: AbortSignal,
  ): Promise<{ readonly kind: 'done'; readonly value: Value } | VendorFailure>
}

/** A connection with the credential that it carries. */
interface Held {
  readonly kind: 'held'
  readonly connection: Connection
  readonly credential: OAuthCredential
}

/** So long before its end a token counts as over: clocks differ, and a call takes its time. */
const MARGIN_SECONDS = 60
/** Longer than a vendor, the vault and the store may take together. */
const LEASE_MILLISECONDS = 30_000
/** How often those who wait for another process look for what it brought. */
const LOOK_MILLISECONDS = 100

const disconnected = (): VendorFailure => failure('unreachable', 'it was disconnected')

const withdrawn = (reason: string): VendorFailure =>
  failure('unauthorized', `its permission is gone (${reason}); it must be connected again`)

/** A credential out of what a token endpoint gave; what it left out stays as it was. */
export function credentialOf(
  tokens: Tokens,
  before: Pick<OAuthCredential, 'refreshToken' | 'scope'>,
  askedAtEpochSeconds: number,
): OAuthCredential {
  return {
    kind: 'oauth',
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken ?? before.refreshToken,
    accessExpiresAtEpochSeconds: askedAtEpochSeconds + tokens.expiresInSeconds,
    scope: tokens.scope ?? before.scope,
  }
}

/**
 * Makes the access of one process. `machineEpochMilliseconds` is the machine's time, which moves also
 * while a test clock stands.
 */
export function createVendorAccess(
  deps: VendorDependencies,
  machineEpochMilliseconds: () => number,
): VendorAccess {
  const renewals = new Map<string, Promise<Held | VendorFailure>>()

  // Within a process one renewal serves everybody who found the same credential wanting.
  const renewed = (vendor: CalendarVendor, held: Held): Promise<Held | VendorFailure> => {
    const { credentialReference } = held.connection
    const running = renewals.get(credentialReference)
    if (running !== undefined) return running
    const started = renewAlone(deps, vendor, held, machineEpochMilliseconds).finally(() =>
      renewals.delete(credentialReference),
    )
    renewals.set(credentialReference, started)
    return started
  }

  return {
    async call(connection, use, signal) {
      const { kind } = connection
      const vendor = kind === 'google' || kind === 'outlook' ? deps.vendors[kind] : undefined
      if (vendor === undefined) return failure('unreachable', `this server is not known to ${kind}`)
      if (connection.status === 'broken') return withdrawn(connection.failure?.code ?? 'unknown')
      let held = await load(deps, connection)
      if (held.kind === 'held' && hasRunOut(deps, held.credential))
        held = await renewed(vendor, held)
      if (held.kind === 'failed') return held
      const once = ({ credential }: Held) =>
        use(vendor, { accessToken: credential.accessToken, ...(signal && { signal }) }, credential)
      const first = await once(held)
      if (first.kind !== 'expired') return first
      const next = await renewed(vendor, held)
      if (next.kind === 'failed') return next
      const second = await once(next)
      return second.kind === 'expired' ? withdrawn('401 after a refresh') : second
    },
  }
}

const hasRunOut = (deps: ExternalCalendarsDependencies, credential: OAuthCredential): boolean =>
  credential.accessExpiresAtEpochSeconds - MARGIN_SECONDS <= epochSeconds(deps.clock)

/** Reads the credential of a connection; one that was replaced meanwhile is followed. */
async function load(
  deps: VendorDependencies,
  connection: Connection,
): Promise<Held | VendorFailure> {
  let carrying = connection
  for (;;) {
    const credential = await deps.vault.get(carrying.credentialReference)
    if (credential?.kind === 'oauth') return { kind: 'held', connection: carrying, credential }
    const now = await findConnection(deps, connection.providerId, connection.kind)
    if (now === undefined || now.id !== connection.id) return disconnected()
    if (now.credentialReference === carrying.credentialReference) {
      const lost = withdrawn('the vault does not have it')
      await markBroken(deps, now, lost)
      return lost
    }
    carrying = now
  }
}

/**
 * Renews a credential as the only one of all processes: a vendor may let a refresh token be used once
 * alone, and take the grant away when it comes twice. Who finds another at it waits for what it brings.
 */
async function renewAlone(
  deps: VendorDependencies,
  vendor: CalendarVendor,
  { connection }: Held,
  machineEpochMilliseconds: () => number,
): Promise<Held | VendorFailure> {
  const lease = createLease(deps, {
    name: `refresh-${connection.id}`,
    owner: deps.ids.next('event', machineEpochMilliseconds()),
    machineEpochMilliseconds,
    durationMilliseconds: LEASE_MILLISECONDS,
  })
  const givesUpAt = machineEpochMilliseconds() + LEASE_MILLISECONDS
  for (;;) {
    const isMine = await lease.acquire()
    try {
      const now = await findConnection(deps, connection.providerId, connection.kind)
      if (now === undefined || now.id !== connection.id) return disconnected()
      if (now.credentialReference !== connection.credentialReference) return await load(deps, now)
      if (now.status === 'broken') return withdrawn(now.failure?.code ?? 'unknown')
      if (isMine) return await renew(deps, vendor, now)
    } finally {
      await lease.release()
    }
    if (machineEpochMilliseconds() > givesUpAt) {
      return failure('unreachable', 'its access could not be renewed in time')
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS))
  }
}

/** Asks the vendor for a new access token, and lets the connection carry it. */
async function renew(
  deps: VendorDependencies,
  vendor: CalendarVendor,
  connection: Connection,
): Promise<Held | VendorFailure> {
  const held = await load(deps, connection)
  if (held.kind === 'failed') return held
  const askedAtEpochSeconds = epochSeconds(deps.clock)
  const outcome = await vendor.refresh(held.credential.refreshToken)
  if (outcome.kind === 'failed') {
    const { detail, retryAfterSeconds } = outcome
    const code = retryAfterSeconds === undefined ? 'unreachable' : 'throttled'
    return failure(code, `its access could not be renewed: ${detail}`, retryAfterSeconds)
  }
  if (outcome.kind === 'refused') {
    // It may have been used by another process, whose clock did not let it see the lease.
    const now = await findConnection(deps, connection.providerId, connection.kind)
    if (now && now.credentialReference !== connection.credentialReference) return load(deps, now)
    const gone = withdrawn(outcome.error)
    await markBroken(deps, connection, gone)
    return gone
  }
  const credential = credentialOf(outcome.tokens, held.credential, askedAtEpochSeconds)
  const kept = await storeCredential(deps, connection, credential)
  const adoption = await adoptCredential(deps, connection, kept.credentialReference)
  if (adoption.kind === 'adopted') {
    return { kind: 'held', connection: adoption.connection, credential }
  }
  await kept.discard()
  return adoption.kind === 'gone' ? disconnected() : await load(deps, adoption.connection)
}
