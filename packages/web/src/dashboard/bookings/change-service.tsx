import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { catalog } from '../../shared/language.ts'
import { formatMoney } from '../../shared/money.ts'
import type { Booking, EventType } from '../api.ts'
import { SelectField } from '../ui/select-field.tsx'
import { useNames } from '../use-names.ts'
import { ChangeActions } from './change-length.tsx'
import { useChangeInPlace } from './use-change-in-place.ts'

/** The texts of the change of a booking's service. */
export const serviceMessages = catalog({
  en: {
    open: 'Change service',
    label: 'New service',
    hint: 'The start stays as it is. A higher price is charged, and a lower one is given back. The booker is told.',
    choose: 'Choose a service',
    changed: (title: string) => `Service changed to ${title}`,
    unchanged: 'Service not changed',
    taken: 'The time of the new service is already taken by another booking, hold or block.',
    wayOn: 'Choose another service, or move the booking to a time with more room.',
    anyway: 'Change anyway',
  },
  de: {
    open: 'Leistung ändern',
    label: 'Neue Leistung',
    hint: 'Der Beginn bleibt, wie er ist. Ein höherer Preis wird nachgefordert, ein niedrigerer erstattet. Der Kunde wird benachrichtigt.',
    choose: 'Leistung wählen',
    changed: (title: string) => `Leistung geändert: ${title}`,
    unchanged: 'Leistung nicht geändert',
    taken:
      'Die Zeit der neuen Leistung ist schon durch eine andere Buchung, Reservierung oder Sperre belegt.',
    wayOn:
      'Wählen Sie eine andere Leistung, oder verschieben Sie die Buchung auf eine Zeit mit mehr Platz.',
    anyway: 'Trotzdem ändern',
  },
})

/** The event types that a booking can get in place of its own, as far as they show it; empty if it keeps its own. */
export function otherServices(
  { grain, status, eventTypeId, orderId, groupId, assignments }: Booking,
  eventTypes: readonly EventType[],
): readonly EventType[] {
  const had = eventTypes.find(({ id }) => id === eventTypeId)
  const isFixed = had === undefined || had.seats !== null || assignments.some(({ spans }) => spans)
  const isPaidTogether = groupId !== null && orderId !== null
  if (grain !== 'time' || status !== 'confirmed' || isFixed || isPaidTogether) return []
  return eventTypes.filter(
    ({ id, status: own, seats }) => id !== eventTypeId && own === 'active' && seats === null,
  )
}

interface ChangeServiceProps {
  readonly booking: Booking
  readonly services: readonly EventType[]
  readonly onBack: () => void
  readonly onMove: (() => void) | undefined
  readonly onDone: () => void
}

/** Makes a booking one of another event type, with its start kept. */
export function ChangeService({ booking, services, onBack, onMove, onDone }: ChangeServiceProps) {
  const t = useMessages(serviceMessages)
  const { format, language } = useI18n()
  const names = useNames()
  const [chosenId, setChosenId] = useState('')
  const { isBusy, error, clear, ...change } = useChangeInPlace(booking, onDone)
  const chosen = services.find(({ id }) => id === chosenId)
  const submit = (override: boolean) =>
    chosen && void change.submit({ eventTypeId: chosen.id }, override, t.changed(chosen.title))
  const labelOf = (service: EventType) =>
    [
      service.title,
      service.durationMinutes !== null && format.minutes(service.durationMinutes),
      service.payment && formatMoney(service.payment.amount, service.payment.currency, language),
      names.provider(service.providerId)?.name,
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <>
      <SelectField
        label={t.label}
        hint={t.hint}
        value={chosenId}
        options={[
          { value: '', label: t.choose },
          ...services.map((each) => ({ value: each.id, label: labelOf(each) })),
        ]}
        onChange={(id) => {
          setChosenId(id)
          clear()
        }}
      />
      <ChangeActions
        texts={t}
        error={error}
        isBusy={isBusy}
        isChosen={chosen !== undefined}
        onBack={onBack}
        onMove={onMove}
        onSubmit={submit}
      />
    </>
  )
}
