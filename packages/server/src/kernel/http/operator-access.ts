import { wholeGrant } from '../access/grant.ts'
import { BOOKER, bearerOf, type Identity, identify, readCredential, secretsEqual } from './auth.ts'
import type { Call } from './call.ts'
import type { HttpContext } from './context.ts'
import { isFromThisMachine } from './loopback.ts'
import { type Checked, failed, nothingAt, passed } from './problem.ts'

/** A caller without an account. */
export const ANYBODY: Identity = {
  accountId: '',
  role: 'public',
  grant: BOOKER,
  scopeOwner: 'public',
}

/** The operator of the server. It has no account of its own. */
const OPERATOR: Identity = {
  accountId: '',
  role: 'account',
  grant: wholeGrant({ kind: 'key' }),
  scopeOwner: 'operator',
}

/** Identifies the operator of the server by its key. Without that setting, the path does not exist. */
export function identifyOperator(context: HttpContext, call: Call): Checked<Identity> {
  const { operatorKey } = context.settings
  if (operatorKey === undefined) return failed(nothingAt(call.path))
  const given = bearerOf(call.sent.headers.get('authorization'))
  if (given === undefined) {
    return failed({
      code: 'unauthenticated',
      detail: 'Send the operator key as "Authorization: Bearer …".',
      headers: { 'www-authenticate': 'Bearer realm="holdfast operator"' },
    })
  }
  return secretsEqual(given, operatorKey)
    ? passed(OPERATOR)
    : failed({ code: 'forbidden', detail: 'Only the operator key of this server opens accounts.' })
}

/**
 * Whether a server in development mode is called from its own machine. Outside of development mode, an
 * address proves nothing: behind a reverse proxy, every visitor has the proxy's.
 */
const isDevelopmentCall = ({ settings }: HttpContext, call: Call): boolean =>
  settings.isDevelopment === true && isFromThisMachine(call)

/** Identifies a caller who is signed in. In development mode, anybody on this machine passes as `ANYBODY`. */
export async function identifySignedIn(
  context: HttpContext,
  call: Call,
): Promise<Checked<Identity>> {
  if (isDevelopmentCall(context, call)) return passed(ANYBODY)
  const credential = readCredential(call.sent, context.settings)
  if (credential?.kind === 'session') return identify(context, credential, undefined)
  return failed({ code: 'unauthenticated', detail: 'Sign in at /dashboard to open this page.' })
}

/**
 * Checks a caller of the metrics: the metrics token, or in development mode any caller on this machine.
 * Without a token, the path does not exist for others.
 */
export function identifyMetricsReader(context: HttpContext, call: Call): Checked<Identity> {
  if (isDevelopmentCall(context, call)) return passed(ANYBODY)
  const { metricsToken } = context.settings
  if (metricsToken === undefined) return failed(nothingAt(call.path))
  const given = bearerOf(call.sent.headers.get('authorization'))
  if (given !== undefined && secretsEqual(given, metricsToken)) return passed(ANYBODY)
  return failed({
    code: 'unauthenticated',
    detail: 'Send the metrics token as "Authorization: Bearer …".',
    headers: { 'www-authenticate': 'Bearer realm="holdfast metrics"' },
  })
}
