import { useEffect, useRef, useState } from 'react'
import { hasPasskeys } from '../shared/passkeys/passkeys.ts'
import type { Session, SignedIn } from './api.ts'
import { currentSession, hasOwnPasskey, redeemToken } from './calls.ts'
import type { Attempt, SignInFailure } from './failures.tsx'
import type { LinkSecret } from './link-secret.ts'
import { takeNext } from './next-path.ts'
import { mayOfferPasskey, noteOffer } from './passkey-offer.ts'
import { noteRedeemed, wasRedeemedHere } from './redeemed-link.ts'

/** Sends the same request again with the chosen account. */
export type ChooseAccount = (accountId: string) => Promise<SignedIn>

/** What the page shows. */
export type SignInState =
  | {
      readonly step: 'email'
      readonly failure?: SignInFailure
      /** The session to confirm, if a change needs a recent sign-in. */
      readonly confirmed?: Session
    }
  | { readonly step: 'sent'; readonly email: string }
  | { readonly step: 'redeeming' }
  | { readonly step: 'invitation' | 'setup'; readonly secret: string }
  | {
      readonly step: 'accounts'
      readonly accounts: SignedIn['accounts']
      readonly choose: ChooseAccount
      readonly attempt: Attempt
    }
  | { readonly step: 'add-passkey'; readonly session: Session }
  | { readonly step: 'use-passkey'; readonly accountId: string }

/** Goes on to the dashboard. */
export const leave = (): void => location.replace(takeNext())

/** Whether a change in the dashboard asked for a recent sign-in. */
const isAgain = new URLSearchParams(location.search).has('again')

/** An account that requires passkeys gives a sign-in by link no scopes. */
export const needsPasskey = ({ scopes }: Session): boolean => scopes.length === 0

function firstState(link: LinkSecret | undefined): SignInState {
  if (link === undefined) return { step: 'email' }
  if (link.kind === 'token') return { step: 'redeeming' }
  return { step: link.kind, secret: link.secret }
}

/** Reads which passkey step a person needs before the dashboard; undefined for none. */
async function passkeyStep(session: Session): Promise<SignInState | undefined> {
  if (needsPasskey(session)) {
    const accountId = session.account.id
    return (await hasOwnPasskey())
      ? { step: 'use-passkey', accountId }
      : { step: 'add-passkey', session }
  }
  if (!hasPasskeys() || !mayOfferPasskey() || (await hasOwnPasskey())) return undefined
  noteOffer()
  return { step: 'add-passkey', session }
}

async function redeem(secret: string, accountId?: string): Promise<SignedIn> {
  const answer = await redeemToken(secret, accountId)
  // A link that has to choose an account stays usable until then.
  if (answer.session !== null) noteRedeemed(secret)
  return answer
}

/** The state of the sign-in, and what moves it on. `link` is the secret of the link that opened the page. */
export function useSignIn(link: LinkSecret | undefined) {
  const [state, setState] = useState(() => firstState(link))
  const fail = (attempt: Attempt) => (error: unknown) =>
    setState({ step: 'email', failure: { attempt, error } })
  const goOn = async (session: Session) => {
    // The session exists: a failure to read its passkeys must not keep anybody out.
    const next = await passkeyStep(session).catch(() => undefined)
    if (next === undefined) leave()
    else setState(next)
  }
  const finish = (attempt: Attempt, { session, accounts }: SignedIn, choose: ChooseAccount) => {
    if (session === null) setState({ step: 'accounts', accounts, choose, attempt })
    else if (attempt === 'passkey') leave()
    else void goOn(session)
  }
  const start = async () => {
    if (link?.kind === 'token') {
      const { secret } = link
      const choose = (accountId: string) => redeem(secret, accountId)
      // The link works only in the browser that asked for it, so opening it is safe to act on.
      await redeem(secret).then(
        (answer) => finish('link', answer, choose),
        async (error) => {
          // Opened again: it leads to where it led before, as long as that session lasts.
          const session = wasRedeemedHere(secret) ? await currentSession() : undefined
          if (session === undefined) fail('link')(error)
          else await goOn(session)
        },
      )
    }
    if (link !== undefined) return
    const session = await currentSession()
    if (session === undefined) return
    if (needsPasskey(session)) await goOn(session)
    else if (isAgain) setState({ step: 'email', confirmed: session })
    else leave()
  }
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void start()
  })
  return { state, setState, fail, finish }
}
