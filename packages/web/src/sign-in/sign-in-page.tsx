import { addressOf } from '../shared/base-path.ts'
import { useMessages } from '../shared/i18n.tsx'
import { Card } from '../shared/ui/card.tsx'
import { LanguageSelect } from '../shared/ui/language-select.tsx'
import { AccountsStep, AddPasskeyStep, SentStep, UsePasskeyStep } from './after-steps.tsx'
import { redeemToken } from './calls.ts'
import { EmailStep } from './email-step.tsx'
import type { LinkSecret } from './link-secret.ts'
import { InvitationStep, SetupStep } from './link-steps.tsx'
import { signInMessages } from './messages.ts'
import { requestedNext, saveNext } from './next-path.ts'
import styles from './sign-in.module.css'
import { Step } from './step.tsx'
import { leave, needsPasskey, useSignIn } from './use-sign-in.ts'

interface SignInPageProps {
  /** The secret of the link that opened the page. */
  readonly link: LinkSecret | undefined
}

/** The sign-in page. */
export const SignInPage = ({ link }: SignInPageProps) => (
  <div className={styles.frame}>
    <main>
      <p className={styles.brand}>
        <img src={addressOf('/favicon.svg')} alt="" width="36" height="36" />
        Holdfast
      </p>
      <Card className={styles.card ?? ''}>
        <CurrentStep link={link} />
      </Card>
    </main>
    <footer className={styles.foot}>
      <LanguageSelect />
    </footer>
  </div>
)

function CurrentStep({ link }: SignInPageProps) {
  const t = useMessages(signInMessages)
  const { state, setState, fail, finish } = useSignIn(link)
  switch (state.step) {
    case 'email':
      return (
        <EmailStep
          key={state.confirmed?.account.id}
          confirmed={state.confirmed}
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
    case 'add-passkey': {
      const { session } = state
      const isRequired = needsPasskey(session)
      const use = () => setState({ step: 'use-passkey', accountId: session.account.id })
      return (
        <AddPasskeyStep isRequired={isRequired} onAdded={isRequired ? use : leave} onSkip={leave} />
      )
    }
    case 'use-passkey':
      return <UsePasskeyStep accountId={state.accountId} onDone={leave} />
  }
}
