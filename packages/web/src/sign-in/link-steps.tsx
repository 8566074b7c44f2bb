import { type FormEvent, useRef, useState } from 'react'
import { useMessages } from '../shared/i18n.tsx'
import { Button } from '../shared/ui/button.tsx'
import { Field } from '../shared/ui/field.tsx'
import type { SignedIn } from './api.ts'
import { acceptInvitation, setUp } from './calls.ts'
import { signInMessages } from './messages.ts'
import styles from './sign-in.module.css'
import { Step } from './step.tsx'
import { useAction } from './use-action.ts'

interface LinkStepProps {
  readonly secret: string
  readonly onAnswer: (answer: SignedIn) => void
  readonly onFailed: (error: unknown) => void
}

/** Accepts an invitation, after a click: opening a link must not change anything. */
export function InvitationStep({ secret, onAnswer, onFailed }: LinkStepProps) {
  const t = useMessages(signInMessages)
  const accept = useAction(async () => {
    try {
      onAnswer(await acceptInvitation(secret))
    } catch (error) {
      onFailed(error)
    }
  })
  return (
    <Step title={t.invitationTitle} lead={t.invitation}>
      <Button kind="primary" isBusy={accept.isBusy} onClick={() => accept.run()}>
        {t.accept}
      </Button>
    </Step>
  )
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Creates the first owner of a server. */
export function SetupStep({ secret, onAnswer, onFailed }: LinkStepProps) {
  const t = useMessages(signInMessages)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const errors = {
    name: name.trim() === '' ? t.nameMissing : undefined,
    email: EMAIL.test(email.trim()) ? undefined : t.emailWrong,
  }
  const start = useAction(async () => {
    try {
      onAnswer(await setUp(secret, name.trim(), email.trim()))
    } catch (error) {
      onFailed(error)
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    const invalid = errors.name ? 'name' : errors.email ? 'email' : undefined
    if (invalid === undefined) start.run()
    else form.current?.querySelector<HTMLInputElement>(`[name="${invalid}"]`)?.focus()
  }
  return (
    <Step title={t.setupTitle} lead={t.setup}>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <Field label={t.name} error={isChecked ? errors.name : undefined}>
          {(control) => (
            <input
              {...control}
              name="name"
              dir="auto"
              autoComplete="name"
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={t.email} error={isChecked ? errors.email : undefined}>
          {(control) => (
            <input
              {...control}
              type="email"
              name="email"
              autoComplete="email"
              maxLength={254}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Button kind="primary" type="submit" isBusy={start.isBusy}>
          {t.start}
        </Button>
      </form>
    </Step>
  )
}
