import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import styles from './details-form.module.css'
import { useMessages } from './i18n.tsx'
import { texts } from './language.ts'
import { Button } from './ui/button.tsx'
import { Field } from './ui/field.tsx'

/** The texts of the details form. */
export const detailsMessages = texts('details', {
  name: 'Name',
  email: 'Email',
  note: 'Note (optional)',
  nameMissing: 'Enter your name',
  emailWrong: 'Enter an email address, such as ada@example.com',
})

/** The values of the form. */
export interface Details {
  readonly name: string
  readonly email: string
  readonly note: string
}

/** The values of an empty form. */
export const NO_DETAILS: Details = { name: '', email: '', note: '' }

interface DetailsFormProps {
  readonly details: Details
  readonly onChange: (details: Details) => void
  readonly onSubmit: (details: Details) => void
  readonly isBusy: boolean
  readonly submitText: string
  readonly emailHint?: string
  /** More buttons beside the submit button. */
  readonly children?: ReactNode
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The form for name, email and note. The first invalid field takes the focus. */
export function DetailsForm(props: DetailsFormProps) {
  const { details, onChange, onSubmit, isBusy, submitText, emailHint, children } = props
  const t = useMessages(detailsMessages)
  const [isChecked, setIsChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const errors = {
    name: details.name.trim() === '' ? t.nameMissing : undefined,
    email: EMAIL.test(details.email.trim()) ? undefined : t.emailWrong,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    const invalid = errors.name ? 'name' : errors.email ? 'email' : undefined
    if (invalid !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${invalid}"]`)?.focus()
      return
    }
    const { name, email, note } = details
    if (!isBusy) onSubmit({ name: name.trim(), email: email.trim(), note: note.trim() })
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <Field label={t.name} error={isChecked ? errors.name : undefined}>
        {(control) => (
          <input
            {...control}
            name="name"
            dir="auto"
            autoComplete="name"
            maxLength={200}
            value={details.name}
            onChange={(event) => onChange({ ...details, name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t.email} hint={emailHint} error={isChecked ? errors.email : undefined}>
        {(control) => (
          <input
            {...control}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            value={details.email}
            onChange={(event) => onChange({ ...details, email: event.target.value })}
          />
        )}
      </Field>
      <Field label={t.note}>
        {(control) => (
          <textarea
            {...control}
            name="note"
            dir="auto"
            rows={3}
            maxLength={2000}
            value={details.note}
            onChange={(event) => onChange({ ...details, note: event.target.value })}
          />
        )}
      </Field>
      <div className={styles.actions}>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {submitText}
        </Button>
        {children}
      </div>
    </form>
  )
}
