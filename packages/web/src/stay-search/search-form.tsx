import { type FormEvent, useState } from 'react'
import { useMessages } from '../shared/i18n.tsx'
import { nightsMessages } from '../shared/nights/messages.ts'
import { OccupantsChoice } from '../shared/nights/occupants-choice.tsx'
import { quoteMessages } from '../shared/nights/quote-messages.ts'
import type { StayQuery } from '../shared/nights/stay-query.ts'
import { addDays, todayIn } from '../shared/time/dates.ts'
import { localZone } from '../shared/time/zones.ts'
import { Button } from '../shared/ui/button.tsx'
import { Field } from '../shared/ui/field.tsx'
import { staySearchMessages } from './messages.ts'
import styles from './stay-search-page.module.css'

/** Who stays at first. */
export const FIRST_OCCUPANTS = { adults: 2, childAges: [] } as const

/** The largest party that the page searches for: it can take several rooms. */
const PARTY = { base: 2, adults: 20, children: 10, total: 30 }

interface SearchFormProps {
  readonly first: StayQuery
  readonly onSearch: (stay: StayQuery) => void
}

/** When a guest arrives and leaves, who stays, and a code. */
export function SearchForm({ first, onSearch }: SearchFormProps) {
  const t = useMessages(staySearchMessages)
  const n = useMessages(nightsMessages)
  const q = useMessages(quoteMessages)
  const [today] = useState(() => todayIn(localZone()))
  const [arrival, setArrival] = useState(first.dates?.arrival ?? '')
  const [departure, setDeparture] = useState(first.dates?.departure ?? '')
  const [occupants, setOccupants] = useState(first.occupants ?? FIRST_OCCUPANTS)
  const [code, setCode] = useState(first.code ?? '')
  const [wasSent, setWasSent] = useState(false)
  const isWrong = arrival !== '' && departure !== '' && departure <= arrival
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (isWrong) return
    const typed = code.trim()
    onSearch({
      dates: { arrival, departure },
      occupants,
      ...(typed !== '' && { code: typed }),
    })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.dates}>
        <DateField label={n.arrival} value={arrival} min={today} onChange={setArrival} />
        <DateField
          label={n.departure}
          value={departure}
          min={addDays(arrival === '' ? today : arrival, 1)}
          error={wasSent && isWrong ? t.departureWrong : undefined}
          onChange={setDeparture}
        />
      </div>
      <OccupantsChoice occupancy={PARTY} occupants={occupants} onChange={setOccupants} />
      <Field label={q.codeLabel}>
        {(control) => (
          <input
            {...control}
            value={code}
            maxLength={40}
            autoComplete="off"
            onInput={({ currentTarget }) => setCode(currentTarget.value)}
          />
        )}
      </Field>
      <Button kind="primary" type="submit">
        {t.search}
      </Button>
    </form>
  )
}

interface DateFieldProps {
  readonly label: string
  readonly value: string
  readonly min: string
  readonly error?: string | undefined
  readonly onChange: (date: string) => void
}

const DateField = ({ label, value, min, error, onChange }: DateFieldProps) => (
  <Field label={label} error={error}>
    {(control) => (
      <input
        {...control}
        type="date"
        required
        value={value}
        min={min}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )}
  </Field>
)
