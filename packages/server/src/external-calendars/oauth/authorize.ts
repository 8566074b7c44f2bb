import { ok, type Result, refuse } from '@holdfast/engine'
import { getProvider } from '../../booking/providers/read-providers.ts'
import { checkHasTime } from '../../booking/providers/units.ts'
import { hashedSecret } from '../../identity/api-keys/api-keys.ts'
import type { Caller, Session } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { commit } from '../../kernel/transaction.ts'
import { findConnection } from '../connections/connections.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import type { VendorKind } from '../ports/calendar-vendor.ts'
import { type PendingAuthorization, pendingAuthorizationEntity } from './pending-authorization.ts'

/** How long the owner has to complete an authorization. */
export const AUTHORIZATION_SECONDS = 10 * 60

/** What the owner of a calendar is asked to authorize. */
export interface AuthorizationInput {
  readonly kind: VendorKind
  /** Omitted: as the existing connection; without one, false. */
  readonly writesBack?: boolean
  /**
   * Omitted: those of the existing connection, if the owner authorizes the same account; otherwise the
   * primary one.
   */
  readonly calendarIds?: readonly string[]
}

/** The URL to which a vendor redirects the owner. */
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
 * Starts the authorization of a provider's calendar at a vendor; answers the URL for its owner. The state
 * in that URL works once. The store has only its hash. In a session, only the browser with this session
 * can confirm the connection.
 */
export async function startAuthorization(
  deps: ExternalCalendarsDependencies,
  caller: Caller<string>,
  providerId: string,
  {
    input,
    publicUrl,
    session,
  }: {
    readonly input: AuthorizationInput
    readonly publicUrl: string | undefined
    readonly session?: Session | undefined
  },
): Promise<Result<string, Refusal>> {
  const { kind } = input
  const provider = await getProvider(deps, caller, providerId)
  if (!provider.ok) return provider
  const hasTime = checkHasTime(provider.value, '/path/id')
  if (!hasTime.ok) return hasTime
  const vendor = deps.vendors?.[kind]
  if (vendor === undefined || deps.vault === undefined || publicUrl === undefined) {
    return refuse({ code: 'calendar_kind_unavailable', kind })
  }
  const before = await findConnection(deps, providerId, kind)
  const writesBack = input.writesBack ?? before?.writesBack ?? false
  const state = deps.secrets.newOAuthSecret()
  const authorization: PendingAuthorization = {
    stateHash: hashedSecret(deps, state),
    version: 1,
    accountId: caller.accountId,
    providerId,
    kind,
    writesBack,
    ...(input.calendarIds && { calendarIds: input.calendarIds }),
    ...(session && { sessionHash: session.tokenHash }),
    expiresAtEpochSeconds: epochSeconds(deps.clock) + AUTHORIZATION_SECONDS,
  }
  const url = vendor.authorizationUrl({
    state,
    codeChallenge: challengeOf(deps, deps.secrets.pkceVerifier(state)),
    redirectUri: redirectUriOf(publicUrl, kind),
    writesBack,
  })
  const writes = { authorization: pendingAuthorizationEntity.create(authorization) }
  const committed = await commit(deps, caller, writes, url)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  if (committed.kind === 'conflict')
    throw new Error('a pending authorization has this new state already')
  return ok(url)
}
