import { getProvider } from '../../booking/providers/read-providers.ts'
import { getAccount } from '../../identity/accounts/accounts.ts'
import { hashedSecret } from '../../identity/api-keys/api-keys.ts'
import { systemCaller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { transact } from '../../kernel/transaction.ts'
import type { Connection } from '../connections/connection.ts'
import { storeCredential } from '../connections/store-credential.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { oauthStateKey } from '../keys.ts'
import type { CalendarVendor, VendorKind } from '../ports/calendar-vendor.ts'
import { AUTHORIZATION_SECONDS, redirectUriOf } from './authorize.ts'
import { type PendingAuthorization, pendingAuthorizationEntity } from './pending-authorization.ts'
import { credentialOf, type OAuthCredential, type VendorDependencies } from './vendor-access.ts'

/** The parameters of a vendor's redirect (RFC 6749, 4.1.2; RFC 9207). */
export interface Callback {
  readonly kind: VendorKind
  readonly state: string | undefined
  readonly code: string | undefined
  readonly error: string | undefined
  readonly iss: string | undefined
  readonly requestId: string
  readonly publicUrl: string | undefined
}

/** A connection that its owner has to confirm: what the page shows, and the secrets that it needs. */
export interface Confirmation {
  /** In the form of the page. */
  readonly secret: string
  /** In a cookie, so that only this browser can confirm. */
  readonly browserSecret: string
  /** The address of the account at the vendor. */
  readonly label: string
  readonly providerName: string
  readonly accountName: string
  readonly writesBack: boolean
}

/** The outcome of an authorization. Unless it is `connected`, no connection has changed. */
export type AuthorizationOutcome =
  | { readonly kind: 'connected'; readonly connection: Connection }
  /** The owner granted access, and is asked to confirm the connection. */
  | { readonly kind: 'confirm'; readonly confirmation: Confirmation }
  /** Another browser began the authorization, or came back from the vendor. */
  | { readonly kind: 'other_browser' }
  /** The state is unknown, used, expired, or belongs to another vendor. */
  | { readonly kind: 'state_unknown' }
  /** The owner of the calendar denied access. */
  | { readonly kind: 'denied' }
  /** The owner granted fewer scopes than needed. */
  | { readonly kind: 'too_little_granted' }
  /** The vendor rejects the code: the callback does not belong to the authorization. */
  | { readonly kind: 'refused_by_vendor' }
  /** The vendor did not respond correctly. A new attempt may succeed. */
  | { readonly kind: 'vendor_failed' }
  /** The provider was deleted meanwhile. */
  | { readonly kind: 'provider_gone' }
  /** This server is not registered with the vendor. */
  | { readonly kind: 'kind_unavailable' }

/** The errors of an owner who denied access or was not asked (RFC 6749, 4.1.2.1; OpenID Connect). */
const DENIED = new Set(['access_denied', 'consent_required', 'interaction_required'])

/**
 * Receives the owner from the vendor: consumes the state, exchanges the code, and asks for a confirmation.
 * Until then the vault has the credential, but no connection uses it.
 */
export async function receiveAuthorization(
  deps: ExternalCalendarsDependencies,
  callback: Callback,
): Promise<AuthorizationOutcome> {
  const { vault, vendors } = deps
  const vendor = vendors?.[callback.kind]
  const { publicUrl } = callback
  if (!vault || !vendors || !vendor || publicUrl === undefined) return { kind: 'kind_unavailable' }
  const authorization = await consumeAuthorization(deps, callback)
  if (authorization === undefined || callback.state === undefined) return { kind: 'state_unknown' }
  if (callback.error !== undefined) {
    return DENIED.has(callback.error) ? { kind: 'denied' } : { kind: 'refused_by_vendor' }
  }
  if (callback.code === undefined) return { kind: 'refused_by_vendor' }
  const requestedAtEpochSeconds = epochSeconds(deps.clock)
  const outcome = await vendor.exchange({
    code: callback.code,
    codeVerifier: deps.secrets.pkceVerifier(callback.state),
    redirectUri: redirectUriOf(publicUrl, authorization.kind),
    ...(callback.iss === undefined ? {} : { iss: callback.iss }),
  })
  if (outcome.kind === 'refused') return { kind: 'refused_by_vendor' }
  if (outcome.kind === 'failed') return { kind: 'vendor_failed' }
  const { tokens } = outcome
  if (
    tokens.scope !== undefined &&
    vendor.missingScopes(tokens.scope, authorization.writesBack).length > 0
  ) {
    return { kind: 'too_little_granted' }
  }
  // Without a refresh token, the connection would break within the hour.
  if (tokens.refreshToken === undefined) return { kind: 'vendor_failed' }
  // Without a scope in the answer, the requested scopes are granted (RFC 6749, 5.1): those that an empty
  // scope lacks.
  const scope = vendor.missingScopes('', authorization.writesBack).join(' ')
  const granted = { refreshToken: tokens.refreshToken, scope }
  return await requestConfirmation(
    { ...deps, vault, vendors },
    { vendor, authorization, credential: credentialOf(tokens, granted, requestedAtEpochSeconds) },
    callback.requestId,
  )
}

/** Finds the live authorization of a state or of the secret in a confirmation page. */
export async function findAuthorization(
  deps: ExternalCalendarsDependencies,
  kind: VendorKind,
  secret: string,
): Promise<PendingAuthorization | undefined> {
  const key = oauthStateKey(hashedSecret(deps, secret))
  const authorization = await pendingAuthorizationEntity.read(deps.store, key)
  // The state of another vendor stays valid for that vendor.
  if (authorization?.kind !== kind) return undefined
  const isLive = authorization.expiresAtEpochSeconds > epochSeconds(deps.clock)
  return isLive ? authorization : undefined
}

/** Consumes the authorization of a state. One of several concurrent callbacks gets it. */
async function consumeAuthorization(
  deps: ExternalCalendarsDependencies,
  { kind, state }: Callback,
): Promise<PendingAuthorization | undefined> {
  const authorization = state && (await findAuthorization(deps, kind, state))
  // The secret of a confirmation page is not a state.
  if (!authorization || authorization.granted !== undefined) return undefined
  const consumed = await transact(deps, {
    authorization: pendingAuthorizationEntity.remove(authorization),
  })
  return consumed.kind === 'done' ? authorization : undefined
}

interface Granted {
  readonly vendor: CalendarVendor
  readonly authorization: PendingAuthorization
  readonly credential: OAuthCredential
}

/** Stores what was granted, for the confirmation by this browser. */
async function requestConfirmation(
  deps: VendorDependencies,
  { vendor, authorization, credential }: Granted,
  requestId: string,
): Promise<AuthorizationOutcome> {
  const { accountId, providerId, kind, writesBack } = authorization
  const caller = systemCaller(accountId, requestId)
  const provider = await getProvider(deps, caller, providerId)
  if (!provider.ok) return { kind: 'provider_gone' }
  const account = await vendor.account({ accessToken: credential.accessToken })
  if (account.kind !== 'done') return { kind: 'vendor_failed' }
  const label = account.value.address
  const unclaimed = await storeCredential(
    deps,
    { accountId, providerId, kind, endsGrantOf: label },
    credential,
  )
  const secret = deps.secrets.newOAuthSecret()
  const browserSecret = deps.secrets.newOAuthSecret()
  const granted: PendingAuthorization = {
    ...authorization,
    stateHash: hashedSecret(deps, secret),
    granted: {
      credentialReference: unclaimed.credentialReference,
      label,
      browserHash: hashedSecret(deps, browserSecret),
    },
    expiresAtEpochSeconds: epochSeconds(deps.clock) + AUTHORIZATION_SECONDS,
  }
  await transact(deps, { authorization: pendingAuthorizationEntity.create(granted) })
  const { name: accountName } = await getAccount(deps, accountId)
  const providerName = provider.value.name
  const shown = { label, providerName, accountName, writesBack }
  return { kind: 'confirm', confirmation: { secret, browserSecret, ...shown } }
}
