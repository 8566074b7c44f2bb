import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMessages } from '../shared/i18n.tsx'
import { hasPasskeys } from '../shared/passkeys/passkeys.ts'
import { Card } from '../shared/ui/card.tsx'
import { LanguageSelect } from '../shared/ui/language-select.tsx'
import { AccountsStep, PasskeyStep, SentStep } from './after-steps.tsx'
import type { Session, SignedIn } from './api.ts'
import { currentSession, hasOwnPasskey, redeemToken } from './calls.ts'
import { EmailStep } from './email-step.tsx'
import type { Attempt, SignInFailure } from './failures.tsx'
import type { LinkSecret } from './link-secret.ts'
import { InvitationStep, SetupStep } from './link-steps.tsx'
import { signInMessages } from './messages.ts'
import { requestedNext, saveNext, takeNext } from './next-path.ts'
import { mayOfferPasskey, noteOffer } from './passkey-offer.ts'
import styles from './sign-in.module.css'
import { Step } from './step.tsx'

type State =
  | { readonly step: 'email'; readonly failure?: SignInFailure }
  | { readonly step: 'sent'; readonly email: string }
  | { readonly step: 'redeeming'; readonly secret: string }
  | { readonly step: 'invitation' | 'setup'; readonly secret: string }
  | {
      readonly step: 'accounts'
      readonly accounts: SignedIn['accounts']
      readonly choose: (accountId: string) => Promise<SignedIn>
      readonly attempt: Attempt
    }
  | { readonly step: 'passkey'; readonly isRequired: boolean }

const STEP_OF = { token: 'redeeming', invitation: 'invitation', setup: 'setup' } as const

const leave = () => location.replace(takeNext())

/** Whether a change of the dashboard asked for a recent sign-in. */
const isAgain = new URLSearchParams(location.search).has('again')

/** An account that requires passkeys gives a sign-in by link no scopes until it has one. */
const needsPasskey = ({ scopes }: Session): boolean => scopes.length === 0

/** The state of the sign-in, and what moves it on. */
function useSignIn(link: LinkSecret | undefined) {
  const [state, setState] = useState<State>(
    link ? { step: STEP_OF[link.kind], secret: link.secret } : { step: 'email' },
  )
  const fail = (attempt: Attempt) => (error: unknown) =>
    setState({ step: 'email', failure: { attempt, error } })
  const offerPasskey = async (session: Session) => {
    const isRequired = needsPasskey(session)
    const isOffered = isRequired || (mayOfferPasskey() && !(await hasOwnPasskey()))
    if (!isOffered || !hasPasskeys()) return leave()
    noteOffer()
    setState({ step: 'passkey', isRequired })
  }
  const finish = (
    attempt: Attempt,
    answer: SignedIn,
    choose: (accountId: string) => Promise<SignedIn>,
  ) => {
    const { session, accounts } = answer
    if (session === null) setState({ step: 'accounts', accounts, choose, attempt })
    else if (attempt === 'passkey') leave()
    // The session exists: a failure to read its passkeys must not keep anybody out.
    else offerPasskey(session).catch(leave)
  }
  return { state, setState, fail, finish }
}

/** The sign-in page. `link` is the secret of the link that opened it. */
export function SignInPage({ link }: { readonly link: LinkSecret | undefined }) {
  const t = useMessages(signInMessages)
  const { state, setState, fail, finish } = useSignIn(link)
  const [confirmed, setConfirmed] = useState<Session>()
  useEffect(() => {
    if (link !== undefined) return
    void currentSession().then((session) => {
      if (session === undefined) return
      if (needsPasskey(session)) setState({ step: 'passkey', isRequired: true })
      else if (isAgain) setConfirmed(session)
      else leave()
    })
  }, [link, setState])
  const hasRedeemed = useRef(false)
  useEffect(() => {
    if (state.step !== 'redeeming' || hasRedeemed.current) return
    hasRedeemed.current = true
    const { secret } = state
    const choose = (accountId: string) => redeemToken(secret, accountId)
    // The link works only in the browser that asked for it, so opening it is safe to act on.
    redeemToken(secret).then((answer) => finish('link', answer, choose), fail('link'))
  }, [state, finish, fail])
  const show = (): ReactNode => {
    switch (state.step) {
      case 'email':
        return (
          <EmailStep
            key={confirmed?.member?.id}
            confirmed={confirmed}
            failure={state.failure}
            onSent={(email) => {
              saveNext(requestedNext())
              setState({ step: 'sent', email })
            }}
            onPasskey={({ answer, choose }) => finish('passkey', answer, choose)}
            onSession={leave}
          />
        )
      case 'sent':
        return <SentStep email={state.email} onBack={() => setState({ step: 'email' })} />
      case 'redeeming':
        return <Step title={t.redeeming}>{null}</Step>
      case 'invitation':
      case 'setup': {
        const { step, secret } = state
        const LinkStep = step === 'setup' ? SetupStep : InvitationStep
        const choose = (accountId: string) => redeemToken(secret, accountId)
        return (
          <LinkStep
            secret={secret}
            onAnswer={(answer) => finish(step, answer, choose)}
            onFailed={fail(step)}
          />
        )
      }
      case 'accounts': {
        const { accounts, choose, attempt } = state
        return (
          <AccountsStep
            accounts={accounts}
            choose={choose}
            onAnswer={(answer) => finish(attempt, answer, choose)}
            onFailed={fail(attempt)}
          />
        )
      }
      case 'passkey':
        return <PasskeyStep isRequired={state.isRequired} onDone={leave} />
    }
  }
  return (
    <div className={styles.frame}>
      <main>
        <p className={styles.brand}>
          <img src="/favicon.svg" alt="" width="36" height="36" />
          Holdfast
        </p>
        <Card className={styles.card ?? ''}>{show()}</Card>
      </main>
      <footer className={styles.foot}>
        <LanguageSelect />
      </footer>
    </div>
  )
}
