import { ok, type Result, refuse } from '@holdfast/engine'
import { getProvider } from '../../booking/providers/providers.ts'
import { hashedSecret } from '../../identity/api-keys/api-keys.ts'
import type { Caller } from '../../kernel/caller.ts'
import { commit } from '../../kernel/commit.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { present } from '../../kernel/items/attributes.ts'
import type { Item } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { findConnection } from '../connections/connections.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { oauthStateKey } from '../keys.ts'
import type { VendorKind } from '../ports/calendar-vendor.ts'

/** How long a sign-in at a vendor may take. */
export const AUTHORIZATION_SECONDS = 10 * 60

/** What a sign-in at a vendor is for. */
export interface AuthorizationInput {
  readonly kind: VendorKind
  /** Absent: as the connection before, or not. */
  readonly writesBack?: boolean
  /** Absent: those of the connection before, if it is the same account again; else the primary one. */
  readonly calendarIds?: readonly string[]
}

/** A sign-in that was begun, as it is kept until its owner comes back. */
export interface PendingAuthorization {
  readonly accountId: string
  readonly providerId: string
  readonly kind: VendorKind
  readonly codeVerifier: string
  readonly writesBack: boolean
  readonly calendarIds?: readonly string[]
  /** From this second on it is good for nothing. */
  readonly expiresAtEpochSeconds: number
}

/** Reads the item of a sign-in. */
export const signInFromItem = (item: Item): PendingAuthorization =>
  item as unknown as PendingAuthorization

/** Where a vendor sends the owner back to, below the public URL. */
export const redirectUriOf = (publicUrl: string, kind: VendorKind): string =>
  `${publicUrl}/v1/oauth/${kind}/callback`

/** SHA-256 in base64url without padding (RFC 7636, 4.2). */
function challengeOf(deps: ExternalCalendarsDependencies, codeVerifier: string): string {
  const bytes = deps.secrets.hash(codeVerifier)
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/**
 * Begins the sign-in of a provider's calendar owner at a vendor; answers where to send the owner. The
 * state in that address can be used once, by whoever has it; of it the store knows the hash alone.
 */
export async function startAuthorization(
  deps: ExternalCalendarsDependencies,
  caller: Caller<string>,
  providerId: string,
  {
    input,
    publicUrl,
  }: { readonly input: AuthorizationInput; readonly publicUrl: string | undefined },
): Promise<Result<string, Refusal>> {
  const { kind } = input
  const provider = await getProvider(deps, caller, providerId)
  if (!provider.ok) return provider
  const vendor = deps.vendors?.[kind]
  if (vendor === undefined || deps.vault === undefined || publicUrl === undefined) {
    return refuse({ code: 'calendar_kind_unavailable', kind })
  }
  const before = await findConnection(deps, providerId, kind)
  const writesBack = input.writesBack ?? before?.writesBack ?? false
  const state = deps.secrets.newOAuthSecret()
  const codeVerifier = deps.secrets.newOAuthSecret()
  const expiresAtEpochSeconds = epochSeconds(deps.clock) + AUTHORIZATION_SECONDS
  const signIn: PendingAuthorization = {
    accountId: caller.accountId,
    providerId,
    kind,
    codeVerifier,
    writesBack,
    ...(input.calendarIds && { calendarIds: input.calendarIds }),
    expiresAtEpochSeconds,
  }
  const item: Item = {
    ...oauthStateKey(hashedSecret(deps, state)),
    ...present({ ...signIn, version: 1 }),
    ttl: expiresAtEpochSeconds,
  }
  const url = vendor.authorizationUrl({
    state,
    codeChallenge: challengeOf(deps, codeVerifier),
    redirectUri: redirectUriOf(publicUrl, kind),
    writesBack,
  })
  const committed = await commit(deps, caller, [{ kind: 'put-if-absent', item }], url)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  if (committed.kind === 'failed') throw new Error('a new state met an existing one')
  return ok(url)
}
