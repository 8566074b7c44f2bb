import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney } from '../../shared/money.ts'
import { nightsMessages } from '../../shared/nights/messages.ts'
import { useAccess } from '../access.ts'
import { api, type EventType, isProblem, unwrap } from '../api.ts'
import styles from '../event-types/entries.module.css'
import { ratePlansQuery } from '../properties/property-queries.ts'
import { Failure } from '../ui/failure.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import { NumberField } from '../ui/number-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { isPriceable, occupantsOf, type StayDraft } from './stay-draft.ts'
import { stayMessages } from './stay-messages.ts'

interface StayFieldsProps {
  readonly eventType: EventType
  readonly stay: StayDraft
  readonly errors: FieldErrors
  readonly onChange: (stay: StayDraft) => void
}

/** The dates of a stay, who stays, and by which rate plan. */
export function StayFields({ eventType, stay, errors, onChange }: StayFieldsProps) {
  const t = useMessages(stayMessages)
  const nights = useMessages(nightsMessages)
  // Only members of all providers book groups.
  const { isRestricted } = useAccess()
  const change = (part: Partial<StayDraft>) => onChange({ ...stay, ...part })
  return (
    <>
      <div className={styles.row}>
        {(['arrival', 'departure'] as const).map((name) => (
          <TextField
            key={name}
            label={nights[name]}
            type="date"
            isRequired
            value={stay[name]}
            error={errors[name]}
            onChange={(date) => change({ [name]: date })}
          />
        ))}
      </div>
      <div className={styles.row}>
        <NumberField
          label={t.adults}
          min={1}
          max={100}
          value={stay.adults}
          error={errors['occupants/adults']}
          onChange={(adults) => change({ adults })}
        />
        <TextField
          label={t.childAges}
          hint={t.childAgesHint}
          value={stay.childAges}
          error={errors['occupants/childAges']}
          onChange={(childAges) => change({ childAges })}
        />
      </div>
      {eventType.requirements !== null && !isRestricted && (
        <NumberField
          label={t.rooms}
          hint={t.roomsHint}
          min={1}
          max={10}
          value={stay.rooms}
          onChange={(rooms) => change({ rooms })}
        />
      )}
      {eventType.ratePlanIds.length > 0 && isPriceable(stay) && (
        <PlanField
          eventType={eventType}
          stay={stay}
          onChange={(ratePlanId) => change({ ratePlanId })}
        />
      )}
    </>
  )
}

/** What the keys of queries for the prices of a stay begin with, before the id of its event type. */
export const QUOTES = 'quotes'

const quotesQuery = (eventTypeId: string, stay: StayDraft) => {
  const { arrival, departure } = stay
  const { adults, childAges } = occupantsOf(stay)
  const people = { adults, ...(childAges.length > 0 && { childAges: childAges.map(String) }) }
  const params = { path: { id: eventTypeId }, query: { arrival, departure, ...people } }
  return queryOptions({
    queryKey: [QUOTES, eventTypeId, params.query],
    queryFn: () => unwrap(api.GET('/v1/event-types/{id}/quotes', { params })),
    retry: false,
  })
}

interface PlanFieldProps {
  readonly eventType: EventType
  readonly stay: StayDraft
  readonly onChange: (ratePlanId: string) => void
}

/** The rate plans by which a stay can be booked, each with its price. */
function PlanField({ eventType, stay, onChange }: PlanFieldProps) {
  const t = useMessages(stayMessages)
  const { language } = useI18n()
  const { data, error } = useQuery(quotesQuery(eventType.id, stay))
  const { data: all = [] } = useQuery(ratePlansQuery)
  const isRefused = isProblem(error, 'stay_not_bookable')
  // A stay outside the rules has a plan, too, though none allows it.
  const options = isRefused
    ? all
        .filter(({ id, status }) => status === 'active' && eventType.ratePlanIds.includes(id))
        .map(({ id, name }) => ({ value: id, label: name }))
    : (data?.data ?? []).map(({ ratePlanId, name, total, currency }) => ({
        value: ratePlanId,
        label: `${name} · ${formatMoney(total, currency, language)}`,
      }))
  const first = options[0]?.value
  const isKnown = options.some(({ value }) => value === stay.ratePlanId)
  useEffect(() => {
    // What shows as chosen is what is booked.
    if (first !== undefined && !isKnown) onChange(first)
  }, [first, isKnown, onChange])
  if (error !== null && !isRefused) return <Failure error={error} />
  return (
    <>
      {isRefused && <p>{t.noPlan}</p>}
      {first !== undefined && (
        <SelectField label={t.plan} value={stay.ratePlanId} onChange={onChange} options={options} />
      )}
    </>
  )
}
