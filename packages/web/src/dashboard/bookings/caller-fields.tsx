import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { useAccess } from '../access.ts'
import type { Contact } from '../api.ts'
import { Combobox, type ComboboxControl } from '../search/combobox.tsx'
import { PersonContent } from '../search/hit-content.tsx'
import { searchMessages } from '../search/messages.ts'
import { useSearch } from '../search/search-queries.ts'
import { CheckField } from '../ui/check-field.tsx'
import styles from './booking-dialog.module.css'
import { deskMessages } from './desk-messages.ts'
import { bookingMessages } from './messages.ts'
import type { CallerDraft } from './new-booking-draft.ts'

interface CallerFieldsProps {
  readonly caller: CallerDraft
  readonly onChange: (caller: CallerDraft) => void
}

/** Who is booked: a known person, a new one, or nobody who is named. */
export function CallerFields({ caller, onChange }: CallerFieldsProps) {
  const t = useMessages(bookingMessages)
  const desk = useMessages(deskMessages)
  const props = { caller, onChange }
  return (
    <>
      {caller.contact ? (
        <div className={styles.known}>
          <div>
            <PersonContent contact={caller.contact} />
          </div>
          <Button kind="quiet" onClick={() => onChange({ ...caller, contact: undefined })}>
            {desk.someoneElse}
          </Button>
        </div>
      ) : (
        !caller.isAnonymous && (
          <>
            <NameField {...props} />
            <CallerField {...props} name="email" label={t.bookerEmail} hint={t.bookerEmailHint} />
            <CallerField {...props} name="phone" label={t.callerPhone} />
          </>
        )
      )}
      {!caller.contact && (
        <CheckField
          isChecked={caller.isAnonymous}
          onChange={(isAnonymous) => onChange({ ...caller, isAnonymous })}
        >
          {t.anonymous}
        </CheckField>
      )}
    </>
  )
}

/** The name, with the known people whom it fits while it is typed. */
function NameField({ caller, onChange }: CallerFieldsProps) {
  const t = useMessages(bookingMessages)
  const desk = useMessages(deskMessages)
  const { people } = useMessages(searchMessages)
  const { isRestricted } = useAccess()
  const [isOpen, setOpen] = useState(false)
  // A restricted member finds bookings, but no people.
  const search = useSearch(isRestricted ? '' : caller.name, { withBookings: false })
  const found: readonly Contact[] = isOpen
    ? (search.data?.data ?? []).flatMap((hit) => (hit.kind === 'contact' ? [hit.contact] : []))
    : []
  const choose = (id: string) => {
    const contact = found.find((each) => each.id === id)
    setOpen(false)
    if (contact) onChange({ ...caller, contact })
  }
  return (
    <Combobox
      label={people}
      groups={[
        {
          title: people,
          options: found.map((contact) => ({
            key: contact.id,
            content: <PersonContent contact={contact} />,
          })),
        },
      ]}
      // Enter books: a name that is new must not become somebody known.
      choosesFirst={false}
      isCurrent={true}
      floats={true}
      onChoose={choose}
      onEscape={() => setOpen(false)}
    >
      {(combobox) => (
        <CallerField
          caller={caller}
          onChange={(next) => {
            setOpen(true)
            onChange(next)
          }}
          name="name"
          label={t.bookerName}
          hint={isRestricted ? undefined : desk.nameHint}
          combobox={{ ...combobox, onBlur: () => setOpen(false) }}
        />
      )}
    </Combobox>
  )
}

interface CallerFieldProps extends CallerFieldsProps {
  readonly name: 'name' | 'email' | 'phone' | 'note'
  readonly hint?: string | undefined
  readonly label: string
  readonly combobox?: ComboboxControl & { readonly onBlur: () => void }
}

const TYPES = { name: 'text', email: 'email', phone: 'tel', note: 'text' } as const

/** One text about the person. */
export const CallerField = ({
  name,
  label,
  hint,
  caller,
  combobox,
  onChange,
}: CallerFieldProps) => (
  <Field label={label} {...(hint !== undefined && { hint })}>
    {(control) => (
      <input
        {...control}
        {...combobox}
        type={TYPES[name]}
        dir="auto"
        autoComplete="off"
        required={name === 'name'}
        value={caller[name]}
        onChange={(event) => onChange({ ...caller, [name]: event.target.value })}
      />
    )}
  </Field>
)
