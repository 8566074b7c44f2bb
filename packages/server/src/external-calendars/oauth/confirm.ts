import { hashedSecret } from '../../identity/api-keys/api-keys.ts'
import { findSession } from '../../identity/sessions/sessions.ts'
import { type Caller, systemCaller } from '../../kernel/caller.ts'
import { transact } from '../../kernel/transaction.ts'
import { type Connected, connectCalendar, findConnection } from '../connections/connections.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import type { VendorKind } from '../ports/calendar-vendor.ts'
import { type AuthorizationOutcome, findAuthorization } from './callback.ts'
import {
  type GrantedAccess,
  type PendingAuthorization,
  pendingAuthorizationEntity,
} from './pending-authorization.ts'

/** A confirmation, as a browser sends it. */
export interface ConfirmationInput {
  readonly kind: VendorKind
  /** The secret in the form. */
  readonly secret: string | undefined
  /** The secrets in the browser's cookies; one for each confirmation page. */
  readonly browserSecrets: readonly string[]
  /** The token of the browser's session. */
  readonly sessionToken: string | undefined
  readonly requestId: string
}

/**
 * Connects the calendar of a granted authorization. Only the browser that came back from the vendor can
 * confirm and, if the authorization was started in a session, only with this session.
 */
export async function confirmAuthorization(
  deps: ExternalCalendarsDependencies,
  input: ConfirmationInput,
): Promise<AuthorizationOutcome> {
  const { kind, secret, requestId } = input
  const authorization = secret && (await findAuthorization(deps, kind, secret))
  if (!authorization || authorization.granted === undefined) return { kind: 'state_unknown' }
  const { granted } = authorization
  if (!(await isSameBrowser(deps, authorization, granted, input))) return { kind: 'other_browser' }
  const consumed = await transact(deps, {
    authorization: pendingAuthorizationEntity.remove(authorization),
  })
  if (consumed.kind !== 'done') return { kind: 'state_unknown' }
  const { accountId, providerId, writesBack } = authorization
  const { credentialReference, label } = granted
  const caller: Caller<Connected> = {
    ...systemCaller(accountId, requestId),
    actor: { kind: 'vendor' },
  }
  const before = await findConnection(deps, providerId, kind)
  const calendarIds =
    authorization.calendarIds ?? (before?.label === label ? before.calendarIds : undefined)
  const connected = await connectCalendar(deps, caller, providerId, {
    kind,
    credentialReference,
    label,
    writesBack,
    ...(calendarIds && { calendarIds }),
  })
  return connected.ok
    ? { kind: 'connected', connection: connected.value.connection }
    : { kind: 'provider_gone' }
}

async function isSameBrowser(
  deps: ExternalCalendarsDependencies,
  { sessionHash }: PendingAuthorization,
  { browserHash }: GrantedAccess,
  { browserSecrets, sessionToken }: ConfirmationInput,
): Promise<boolean> {
  if (!browserSecrets.some((secret) => hashedSecret(deps, secret) === browserHash)) return false
  if (sessionHash === undefined) return true
  const session = sessionToken === undefined ? undefined : await findSession(deps, sessionToken)
  return session?.tokenHash === sessionHash
}
