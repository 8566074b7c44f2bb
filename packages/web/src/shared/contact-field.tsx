import { detailsMessages } from './details-messages.ts'
import { useMessages } from './i18n.tsx'
import { EMAIL, hasAsciiLocalPart, isPhone } from './input-formats.ts'
import { PhoneField } from './phone-field.tsx'
import { Button } from './ui/button.tsx'
import { Field } from './ui/field.tsx'

/** The values of the details form. */
export interface Details {
  readonly name: string
  readonly email: string
  /** The phone number that is given instead of the email address. Absent: none. */
  readonly phone?: string
  readonly note: string
}

/** Where a phone number instead of an email address is asked for: here, or in a field that the form has anyway. */
export type PhoneInstead = 'here' | 'elsewhere'

type Texts = Pick<(typeof detailsMessages)['en'], 'emailLetters' | 'emailWrong' | 'phoneWrong'>

const isByPhone = ({ phone }: Details, instead: PhoneInstead | undefined): boolean =>
  instead !== undefined && phone !== undefined

/** What is wrong with the email address, or with the phone number instead of it. */
export function contactErrors(
  details: Details,
  instead: PhoneInstead | undefined,
  t: Texts,
): Readonly<Record<string, string>> {
  if (!isByPhone(details, instead)) {
    const email = details.email.trim()
    if (!EMAIL.test(email)) return { email: t.emailWrong }
    return hasAsciiLocalPart(email) ? {} : { email: t.emailLetters }
  }
  const isMissing = instead === 'here' && !isPhone((details.phone ?? '').trim())
  return isMissing ? { phone: t.phoneWrong } : {}
}

/** The details as they are sent. With a phone number instead of the email address, `email` is empty. */
export function trimmed(details: Details, instead: PhoneInstead | undefined): Details {
  const { name, email, phone = '', note } = details
  const typed = { name: name.trim(), note: note.trim() }
  return isByPhone(details, instead)
    ? { ...typed, email: '', phone: phone.trim() }
    : { ...typed, email: email.trim() }
}

interface ContactFieldProps {
  readonly details: Details
  readonly onChange: (details: Details) => void
  readonly errorOf: (field: string) => string | undefined
  readonly emailHint: string | undefined
  readonly phone: PhoneInstead | undefined
}

/** The field for the email address, or for a phone number where the form takes that instead. */
export function ContactField(props: ContactFieldProps) {
  const { details, onChange, errorOf, emailHint, phone: instead } = props
  const t = useMessages(detailsMessages)
  const isPhoneChosen = isByPhone(details, instead)
  const toggle = () => {
    const { phone, ...rest } = details
    onChange(phone === undefined ? { ...rest, phone: '' } : rest)
  }
  return (
    <>
      {isPhoneChosen && instead === 'elsewhere' && <p>{t.phoneHint}</p>}
      {isPhoneChosen && instead === 'here' && (
        <PhoneField
          label={t.phone}
          hint={t.phoneHint}
          error={errorOf('phone')}
          value={details.phone ?? ''}
          onChange={(phone) => onChange({ ...details, phone })}
        />
      )}
      {!isPhoneChosen && (
        <Field label={t.email} hint={emailHint} error={errorOf('email')}>
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
      )}
      {instead && (
        <Button kind="quiet" onClick={toggle}>
          {isPhoneChosen ? t.useEmail : t.usePhone}
        </Button>
      )}
    </>
  )
}
