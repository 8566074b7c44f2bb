import { getProvider } from '../../booking/providers/providers.ts'
import { hashedSecret } from '../../identity/api-keys/api-keys.ts'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Connection } from '../connections/connection.ts'
import { type Connected, connectCalendar, findConnection } from '../connections/connections.ts'
import { storeCredential } from '../connections/store-credential.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { oauthStateKey } from '../keys.ts'
import type { CalendarVendor, VendorKind } from '../ports/calendar-vendor.ts'
import { type PendingAuthorization, redirectUriOf, signInFromItem } from './authorize.ts'
import { credentialOf, type OAuthCredential, type VendorDependencies } from './vendor-access.ts'

/** What a vendor sends its user back with (RFC 6749, 4.1.2; RFC 9207). */
export interface Callback {
  readonly kind: VendorKind
  readonly state: string | undefined
  readonly code: string | undefined
  readonly error: string | undefined
  readonly iss: string | undefined
  readonly requestId: string
  readonly publicUrl: string | undefined
}

/** How a sign-in at a vendor ended. But for `connected`, no connection has changed. */
export type AuthorizationOutcome =
  | { readonly kind: 'connected'; readonly connection: Connection }
  /** The state is none that was given, was used before, has run out, or is for another vendor. */
  | { readonly kind: 'state_unknown' }
  /** The owner of the calendar did not agree. */
  | { readonly kind: 'denied' }
  /** The owner agreed to less than is needed. */
  | { readonly kind: 'too_little_granted' }
  /** The vendor does not take what it gave: it is not the answer to what was begun here. */
  | { readonly kind: 'refused_by_vendor' }
  /** The vendor did not answer as it should; the same may work later. */
  | { readonly kind: 'vendor_failed' }
  /** The provider that it was begun for is gone. */
  | { readonly kind: 'provider_gone' }
  /** This server is not known to that vendor. */
  | { readonly kind: 'kind_unavailable' }

/** Errors that say that the owner said no, or was not asked (RFC 6749, 4.1.2.1; OpenID Connect). */
const DENIED = new Set(['access_denied', 'consent_required', 'interaction_required'])

/**
 * Ends a sign-in at a vendor: takes the state, which is good once, exchanges the code, and connects the
 * calendar of whoever agreed.
 */
export async function completeAuthorization(
  deps: ExternalCalendarsDependencies,
  callback: Callback,
): Promise<AuthorizationOutcome> {
  const { vault, vendors } = deps
  const vendor = vendors?.[callback.kind]
  const { publicUrl } = callback
  if (!vault || !vendors || !vendor || publicUrl === undefined) return { kind: 'kind_unavailable' }
  const signIn = await consumeAuthorization(deps, callback)
  if (signIn === undefined) return { kind: 'state_unknown' }
  if (callback.error !== undefined) {
    return DENIED.has(callback.error) ? { kind: 'denied' } : { kind: 'refused_by_vendor' }
  }
  if (callback.code === undefined) return { kind: 'refused_by_vendor' }
  const askedAtEpochSeconds = epochSeconds(deps.clock)
  const outcome = await vendor.exchange({
    code: callback.code,
    codeVerifier: signIn.codeVerifier,
    redirectUri: redirectUriOf(publicUrl, signIn.kind),
    ...(callback.iss === undefined ? {} : { iss: callback.iss }),
  })
  if (outcome.kind === 'refused') return { kind: 'refused_by_vendor' }
  if (outcome.kind === 'failed') return { kind: 'vendor_failed' }
  const { tokens } = outcome
  if (
    tokens.scope !== undefined &&
    vendor.missingScopes(tokens.scope, signIn.writesBack).length > 0
  ) {
    return { kind: 'too_little_granted' }
  }
  // Without one, the connection would break within the hour.
  if (tokens.refreshToken === undefined) return { kind: 'vendor_failed' }
  // What is not named is what was asked for (RFC 6749, 5.1): everything that nothing lacks.
  const scope = vendor.missingScopes('', signIn.writesBack).join(' ')
  const granted = { refreshToken: tokens.refreshToken, scope }
  return await connect(
    { ...deps, vault, vendors },
    { vendor, signIn, credential: credentialOf(tokens, granted, askedAtEpochSeconds) },
    callback.requestId,
  )
}

/** Takes the sign-in of a state: of several who come with it, one gets it. */
async function consumeAuthorization(
  deps: ExternalCalendarsDependencies,
  { kind, state }: Callback,
): Promise<PendingAuthorization | undefined> {
  if (state === undefined) return undefined
  const key = oauthStateKey(hashedSecret(deps, state))
  const item = await deps.store.get(key, { consistent: true })
  if (item === undefined) return undefined
  const signIn = signInFromItem(item)
  // The state of one vendor is nothing to another, and stays good where it belongs.
  if (signIn.kind !== kind) return undefined
  if (signIn.expiresAtEpochSeconds <= epochSeconds(deps.clock)) return undefined
  const token = deps.ids.next('event', deps.clock.nowEpochMilliseconds())
  const removal = { kind: 'delete-if-version', key, version: 1 } as const
  const taken = await deps.store.transact([removal], token)
  return taken.committed ? signIn : undefined
}

interface Agreed {
  readonly vendor: CalendarVendor
  readonly signIn: PendingAuthorization
  readonly credential: OAuthCredential
}

async function connect(
  deps: VendorDependencies,
  { vendor, signIn, credential }: Agreed,
  requestId: string,
): Promise<AuthorizationOutcome> {
  const { accountId, providerId, kind, writesBack } = signIn
  const caller: Caller<Connected> = { accountId, requestId, role: 'account' }
  const provider = await getProvider(deps, caller, providerId)
  if (!provider.ok) return { kind: 'provider_gone' }
  const account = await vendor.account({ accessToken: credential.accessToken })
  if (account.kind !== 'done') return { kind: 'vendor_failed' }
  const label = account.value.address
  const before = await findConnection(deps, providerId, kind)
  const calendarIds =
    signIn.calendarIds ?? (before?.label === label ? before.calendarIds : undefined)
  const kept = await storeCredential(deps, { providerId, kind }, credential)
  const connected = await connectCalendar(deps, caller, providerId, {
    kind,
    credentialReference: kept.credentialReference,
    label,
    writesBack,
    ...(calendarIds && { calendarIds }),
  })
  if (connected.ok) return { kind: 'connected', connection: connected.value.connection }
  await kept.discard()
  return { kind: 'provider_gone' }
}
