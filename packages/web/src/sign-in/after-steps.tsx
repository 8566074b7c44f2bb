import { useMessages } from '../shared/i18n.tsx'
import { shownEmail } from '../shared/shown-email.ts'
import { Button } from '../shared/ui/button.tsx'
import type { SignedIn } from './api.ts'
import { addPasskey, signInWithPasskey } from './calls.ts'
import { FailureOf } from './failures.tsx'
import { signInMessages } from './messages.ts'
import styles from './sign-in.module.css'
import { Step } from './step.tsx'
import { useAction } from './use-action.ts'

interface SentStepProps {
  readonly email: string
  readonly onBack: () => void
}

/** Says that a link was sent, in the same words whether or not the address is known. */
export function SentStep({ email, onBack }: SentStepProps) {
  const t = useMessages(signInMessages)
  return (
    <Step title={t.sentTitle} lead={t.sent(shownEmail(email))}>
      <p className={styles.hint}>{t.sentHint}</p>
      <Button onClick={onBack}>{t.otherAddress}</Button>
    </Step>
  )
}

interface AccountsStepProps {
  readonly accounts: SignedIn['accounts']
  readonly choose: (accountId: string) => Promise<SignedIn>
  readonly onAnswer: (answer: SignedIn) => void
  readonly onFailed: (error: unknown) => void
}

/** Chooses one of several accounts. */
export function AccountsStep({ accounts, choose, onAnswer, onFailed }: AccountsStepProps) {
  const t = useMessages(signInMessages)
  const chosen = useAction(async (accountId: string) => {
    try {
      onAnswer(await choose(accountId))
    } catch (error) {
      onFailed(error)
    }
  })
  return (
    <Step title={t.accountsTitle} lead={t.accounts}>
      <ul className={styles.accounts}>
        {accounts.map(({ id, name }) => (
          <li key={id}>
            <Button aria-disabled={chosen.isBusy} onClick={() => chosen.run(id)}>
              <span dir="auto">{name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Step>
  )
}

interface AddPasskeyStepProps {
  /** Whether the account admits nobody without a passkey. */
  readonly isRequired: boolean
  readonly onAdded: () => void
  readonly onSkip: () => void
}

/** Offers to add a passkey after a sign-in by link. */
export function AddPasskeyStep({ isRequired, onAdded, onSkip }: AddPasskeyStepProps) {
  const t = useMessages(signInMessages)
  const add = useAction(async () => {
    await addPasskey()
    onAdded()
  })
  return (
    <Step
      title={isRequired ? t.requiredTitle : t.offerTitle}
      lead={isRequired ? t.required : t.offer}
    >
      {add.error !== undefined && <FailureOf failure={{ attempt: 'passkey', error: add.error }} />}
      <Button kind="primary" isBusy={add.isBusy} onClick={() => add.run()}>
        {t.addPasskey}
      </Button>
      {!isRequired && <Button onClick={onSkip}>{t.notNow}</Button>}
    </Step>
  )
}

interface UsePasskeyStepProps {
  /** The account that requires it. */
  readonly accountId: string
  readonly onDone: () => void
}

/** Signs in to an account that requires a passkey, after a sign-in by link. */
export function UsePasskeyStep({ accountId, onDone }: UsePasskeyStepProps) {
  const t = useMessages(signInMessages)
  const use = useAction(async () => {
    await signInWithPasskey(accountId)
    onDone()
  })
  return (
    <Step title={t.useTitle} lead={t.use}>
      {use.error !== undefined && <FailureOf failure={{ attempt: 'passkey', error: use.error }} />}
      <Button kind="primary" isBusy={use.isBusy} onClick={() => use.run()}>
        {t.passkey}
      </Button>
    </Step>
  )
}
