import type { Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { newTask, taskItem } from '../../kernel/queue/task.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { commitNew } from '../../kernel/transaction.ts'
import { hashedSecret } from '../api-keys/api-keys.ts'
import { takeSignInRequest } from '../limits/sign-in-caps.ts'
import { SIGN_IN_SECONDS, type SignInPurpose, signInLinkEntity } from '../people/sign-in-link.ts'

/** Who asks for a link. */
export interface LinkRequest {
  /** In lower case. */
  readonly email: string
  /** The language of the email, as a BCP 47 tag. */
  readonly locale?: string | undefined
  /** The secret of the browser's cookie. Absent: the browser has none yet. */
  readonly browserSecret?: string | undefined
}

/** A link that was requested: the secret that the browser keeps to use it. */
export interface RequestedLink {
  readonly browserSecret: string
}

/** The token of the link that an event asks to mail. */
export const signInLinkToken = (
  { secrets }: Pick<Dependencies, 'secrets'>,
  eventId: string,
): string => secrets.signInToken(eventId)

/**
 * Asks for an email with a link to sign in. Does the same for every address: the consumer that writes the email
 * looks up whether anybody has it. Refuses too many requests as `rate_limited`.
 */
export async function requestSignInLink(
  deps: Dependencies,
  caller: Caller<RequestedLink>,
  { email, locale, browserSecret = deps.secrets.newOAuthSecret() }: LinkRequest,
): Promise<Result<RequestedLink, Refusal>> {
  const allowed = await takeSignInRequest(deps, caller.clientNetwork ?? 'unknown', email)
  if (!allowed.ok) return allowed
  const writes = mailedLinkWrites(deps, locale, {
    kind: 'sign-in',
    email,
    browserHash: hashedSecret(deps, browserSecret),
  })
  const requested = { browserSecret }
  return commitNew(deps, caller, writes, requested, 'sign-in link')
}

/** The writes of a link that is to be mailed. Its token is derived when the email is written. */
export function mailedLinkWrites(
  deps: Dependencies,
  locale: string | undefined,
  purpose: Extract<SignInPurpose, { readonly email: string }>,
) {
  const now = deps.clock.nowEpochMilliseconds()
  const event = linkRequested(deps, now, purpose.email, locale)
  const expiresAtEpochSeconds = epochSeconds(deps.clock) + SIGN_IN_SECONDS
  const link = signInLinkEntity.create({
    tokenHash: hashedSecret(deps, signInLinkToken(deps, event.id)),
    purpose,
    expiresAtEpochSeconds,
    version: 1,
  })
  const task = {
    kind: 'put-if-absent',
    // Anybody can ask. On an installation that sends no emails, requests must not pile up.
    item: { ...taskItem(newTask('mails', event, now)), ttl: expiresAtEpochSeconds },
  } as const
  return { link, task }
}

/** The event that has the link mailed. It belongs to no account and reaches no log. */
function linkRequested(
  deps: Dependencies,
  now: number,
  email: string,
  locale: string | undefined,
): DomainEvent {
  const id = deps.ids.next('event', now)
  return {
    id,
    type: 'sign_in.requested',
    schemaVersion: 1,
    accountId: '',
    resourceId: id,
    resourceVersion: 1,
    occurredAtEpochMilliseconds: now,
    data: { email, locale: locale ?? null },
  }
}
