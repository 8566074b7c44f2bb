import { type FormEvent, useRef, useState } from 'react'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { hasPasskeys } from '../shared/passkeys/passkeys.ts'
import { shownEmail } from '../shared/shown-email.ts'
import { Button } from '../shared/ui/button.tsx'
import { Field } from '../shared/ui/field.tsx'
import { isProblem, type Session } from './api.ts'
import { type PasskeySignIn, requestLink, signInWithKey, signInWithPasskey } from './calls.ts'
import { FailureOf, type SignInFailure } from './failures.tsx'
import { signInMessages } from './messages.ts'
import styles from './sign-in.module.css'
import { Step } from './step.tsx'
import { useAction } from './use-action.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

interface EmailStepProps {
  /** The session to confirm, if a change needs a recent sign-in. */
  readonly confirmed: Session | undefined
  /** Why an earlier step failed. */
  readonly failure: SignInFailure | undefined
  readonly onSent: (email: string) => void
  readonly onPasskey: (signIn: PasskeySignIn) => void
  readonly onSession: () => void
}

/** Signs in by email, passkey or API key. */
export function EmailStep({ confirmed, failure, onSent, onPasskey, onSession }: EmailStepProps) {
  const t = useMessages(signInMessages)
  const [own, setOwn] = useState<SignInFailure>()
  const shown = own ?? failure
  // Without a session, only the answer to a key tells whether the server accepts keys.
  const mayUseKey =
    confirmed?.features.keySignIn !== false &&
    !(shown?.attempt === 'key' && isProblem(shown.error, 'forbidden'))
  const passkey = useAction(async () => {
    try {
      onPasskey(await signInWithPasskey())
    } catch (error) {
      setOwn({ attempt: 'passkey', error })
      throw error
    }
  })
  const email = confirmed?.member?.email
  const lead = email ? t.again(shownEmail(email)) : confirmed ? t.againKey : t.lead
  return (
    <Step title={confirmed ? t.againTitle : t.title} lead={lead}>
      {shown && <FailureOf failure={shown} />}
      <EmailForm
        email={email ?? ''}
        onSent={onSent}
        onFailed={(error) => setOwn({ attempt: 'link', error })}
      />
      {hasPasskeys() && (
        <>
          <p className={styles.or}>{t.or}</p>
          <Button isBusy={passkey.isBusy} onClick={() => passkey.run()}>
            {t.passkey}
          </Button>
        </>
      )}
      {mayUseKey && (
        <details className={styles.key}>
          <summary>{t.developers}</summary>
          <KeyForm onSession={onSession} onFailed={(error) => setOwn({ attempt: 'key', error })} />
        </details>
      )}
    </Step>
  )
}

interface EmailFormProps {
  /** The address to start with. */
  readonly email: string
  readonly onSent: (email: string) => void
  readonly onFailed: (error: unknown) => void
}

function EmailForm({ email: first, onSent, onFailed }: EmailFormProps) {
  const t = useMessages(signInMessages)
  const { language } = useI18n()
  const [email, setEmail] = useState(first)
  const [isWrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const send = useAction(async () => {
    const address = email.trim()
    try {
      await requestLink(address, language)
      onSent(address)
    } catch (error) {
      onFailed(error)
      throw error
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isValid = EMAIL.test(email.trim())
    setWrong(!isValid)
    if (isValid) send.run()
    else input.current?.focus()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field label={t.email} error={isWrong ? t.emailWrong : undefined}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="email"
            name="email"
            autoComplete="email"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Button kind="primary" type="submit" isBusy={send.isBusy}>
        {t.sendLink}
      </Button>
    </form>
  )
}

interface KeyFormProps {
  readonly onSession: () => void
  readonly onFailed: (error: unknown) => void
}

function KeyForm({ onSession, onFailed }: KeyFormProps) {
  const t = useMessages(signInMessages)
  const [apiKey, setApiKey] = useState('')
  const signIn = useAction(async () => {
    try {
      await signInWithKey(apiKey.trim())
      onSession()
    } catch (error) {
      onFailed(error)
      throw error
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.run()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field label={t.apiKey} hint={t.apiKeyHint}>
        {(control) => (
          <input
            {...control}
            type="password"
            name="api-key"
            autoComplete="off"
            spellCheck={false}
            required
            value={apiKey}
            onChange={(event) => setApiKey(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" isBusy={signIn.isBusy}>
        {t.useKey}
      </Button>
    </form>
  )
}
