import {
  type FormEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import {
  ContactField,
  contactErrors,
  type Details,
  type PhoneInstead,
  trimmed,
} from './contact-field.tsx'
import styles from './details-form.module.css'
import { detailsMessages } from './details-messages.ts'
import { useMessages } from './i18n.tsx'
import { Button } from './ui/button.tsx'
import { Field } from './ui/field.tsx'

/** The values of an empty form. */
export const NO_DETAILS: Details = { name: '', email: '', note: '' }

/** Fields that only some forms have, after the email address. */
export interface MoreFields {
  /** What is missing or wrong, by the names of the fields. */
  readonly errors: Readonly<Record<string, string>>
  /** Renders the fields with the messages that are due. */
  readonly render: (errorOf: (field: string) => string | undefined) => ReactNode
}

interface DetailsFormProps {
  readonly details: Details
  readonly onChange: (details: Details) => void
  readonly onSubmit: (details: Details) => void
  readonly isBusy: boolean
  readonly submitText: string
  readonly emailHint?: string
  /** How a phone number can be given instead of the email address. Absent: it cannot. */
  readonly phone?: PhoneInstead | undefined
  readonly more?: MoreFields | undefined
  /** Default: true. */
  readonly hasNote?: boolean
  /** The names of the fields that the server did not accept: a new list for each of its answers. */
  readonly rejected?: readonly string[]
  /** More buttons beside the submit button. */
  readonly children?: ReactNode
}

const NONE: readonly string[] = []

/** Focuses the first field of a form with one of these names. */
function focusFirst(form: HTMLFormElement | null, names: readonly string[]): void {
  const controls = [...(form?.elements ?? [])]
  const first = controls.find((control) => names.includes(control.getAttribute('name') ?? ''))
  if (first instanceof HTMLElement) first.focus()
}

/** The fields that the server rejected and the reader has not changed since; the first one takes the focus. */
function useRejected(
  form: { readonly current: HTMLFormElement | null },
  rejected: readonly string[],
) {
  const [changed, setChanged] = useState(NONE)
  useEffect(() => focusFirst(form.current, rejected), [form, rejected])
  return {
    open: rejected.filter((name) => !changed.includes(name)),
    reset: () => setChanged(NONE),
    change: ({ target }: SyntheticEvent) => {
      const name = target instanceof Element ? (target.getAttribute('name') ?? '') : ''
      if (rejected.includes(name)) setChanged((names) => [...names, name])
    },
  }
}

/** The form for name, email, note and more. The first invalid field takes the focus. */
export function DetailsForm(props: DetailsFormProps) {
  const { details, onChange, onSubmit, isBusy, submitText, emailHint, children } = props
  const { more, phone, hasNote = true, rejected = NONE } = props
  const t = useMessages(detailsMessages)
  const [isChecked, setIsChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const refused = useRejected(form, rejected)
  const errors: Readonly<Record<string, string>> = {
    ...(details.name.trim() === '' && { name: t.nameMissing }),
    ...contactErrors(details, phone, t),
    ...more?.errors,
  }
  const errorOf = (field: string): string | undefined =>
    (isChecked ? errors[field] : undefined) ??
    (refused.open.includes(field) ? t.notAccepted : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    refused.reset()
    const invalid = Object.keys(errors)
    if (invalid.length > 0) {
      focusFirst(form.current, invalid)
      return
    }
    if (!isBusy) onSubmit(trimmed(details, phone))
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit} onInput={refused.change} noValidate>
      <Field label={t.name} error={errorOf('name')}>
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
      <ContactField
        details={details}
        onChange={onChange}
        errorOf={errorOf}
        emailHint={emailHint}
        phone={phone}
      />
      {more?.render(errorOf)}
      {hasNote && (
        <Field label={t.note} error={errorOf('note')}>
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
      )}
      <div className={styles.actions}>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {submitText}
        </Button>
        {children}
      </div>
    </form>
  )
}
