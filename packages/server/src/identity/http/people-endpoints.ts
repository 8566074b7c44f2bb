import type { HttpContext } from '../../kernel/http/context.ts'
import type { AnyEndpoint } from '../../kernel/http/endpoint.ts'
import type { WebAuthn } from '../../kernel/ports/web-authn.ts'
import { memberEndpoints } from './member-routes.ts'
import { passkeyEndpoints } from './passkey-routes.ts'
import { personSessionEndpoints } from './person-session-routes.ts'
import type { SessionAnswers } from './session-answer.ts'
import { sessionEndpoints } from './session-routes.ts'
import { signInEndpoints } from './sign-in-routes.ts'

/** Endpoints for people: their sign-in, sessions, passkeys and memberships. */
export const peopleEndpoints = (
  context: HttpContext,
  { webAuthn, features }: { readonly webAuthn: WebAuthn } & Pick<SessionAnswers, 'features'>,
): readonly AnyEndpoint[] => [
  ...sessionEndpoints(context, features),
  ...signInEndpoints(context, features),
  ...passkeyEndpoints(context, { webAuthn, features }),
  ...personSessionEndpoints(context, features),
  ...memberEndpoints(context),
]
