import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Field } from '../../shared/ui/field.tsx'
import type { Contact } from '../api.ts'
import { Failure } from '../ui/failure.tsx'
import { Combobox } from './combobox.tsx'
import { groupsOf } from './hit-content.tsx'
import { searchMessages } from './messages.ts'
import styles from './search-field.module.css'
import { idOf, useSearch } from './search-queries.ts'

interface SearchFieldProps {
  readonly label: string
  /** Whether bookings are found with the people. */
  readonly withBookings: boolean
  readonly onPerson: (person: Contact) => void
  readonly onBooking: (id: string) => void
}

/** A field that finds people and bookings while somebody types. */
export function SearchField({ label, withBookings, onPerson, onBooking }: SearchFieldProps) {
  const t = useMessages(searchMessages)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const search = useSearch(text, { withBookings })
  const hits = isOpen ? (search.data?.data ?? []) : []
  const choose = (id: string) => {
    const hit = hits.find((each) => idOf(each) === id)
    setText('')
    setOpen(false)
    if (hit?.kind === 'contact') onPerson(hit.contact)
    if (hit?.kind === 'booking') onBooking(id)
  }
  // Words are found by two letters or more.
  const isNone = search.isCurrent && search.data?.data.length === 0 && text.trim().length > 1
  return (
    <div className={styles.field}>
      <Combobox
        label={label}
        groups={groupsOf(hits, t)}
        choosesFirst={true}
        isCurrent={text.trim() === '' || search.isCurrent}
        floats={true}
        onChoose={choose}
        onEscape={() => setOpen(false)}
      >
        {(combobox) => (
          <Field label={label}>
            {(control) => (
              <input
                {...control}
                {...combobox}
                type="text"
                inputMode="search"
                dir="auto"
                placeholder={t.hint}
                maxLength={100}
                value={text}
                onFocus={() => setOpen(true)}
                onBlur={() => setOpen(false)}
                onChange={(event) => {
                  setText(event.target.value)
                  setOpen(true)
                }}
              />
            )}
          </Field>
        )}
      </Combobox>
      {search.isError && text !== '' && <Failure error={search.error} />}
      <p role="status" className={isNone ? styles.none : 'visually-hidden'}>
        {isNone ? t.none(text.trim()) : isOpen && search.isCurrent && t.count(hits.length)}
      </p>
    </div>
  )
}
