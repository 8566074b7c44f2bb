import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { api, type Booking, ifMatch, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidateBookings, providersQuery } from '../queries.ts'
import { CheckField } from '../ui/check-field.tsx'
import { Failure } from '../ui/failure.tsx'
import { Actions } from '../ui/modal.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useNames } from '../use-names.ts'
import { candidatesFor } from './candidates.ts'
import { joinedNames } from './reassigning.ts'
import { unitMessages } from './unit-messages.ts'

interface ChangeUnitProps {
  readonly booking: Booking
  readonly onBack: () => void
  readonly onDone: () => void
}

/** Gives a stay another unit of its pool, for the same nights. */
export function ChangeUnit({ booking, onBack, onDone }: ChangeUnitProps) {
  const t = useMessages(unitMessages)
  const common = useMessages(commonMessages)
  const names = useNames()
  const client = useQueryClient()
  const toast = useToast()
  const { data: providers = [] } = useQuery(providersQuery)
  const [unitId, setUnitId] = useState('')
  const [isPinned, setPinned] = useState(booking.pinned)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const eventType = names.eventType(booking.eventTypeId)
  const units = candidatesFor(booking, booking.providerId, eventType, providers)
  const submit = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const params = { path: { id: booking.id }, header: ifMatch(booking) }
      const body = { ...(unitId && { unitId }), pinned: isPinned }
      const answer = await unwrap(api.POST('/v1/bookings/{id}/reassign', { params, body }))
      toast({ title: t.changed(joinedNames(booking, answer as Booking).join(', ')) })
      onDone()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    } finally {
      await invalidateBookings(client)
    }
  }
  if (units.length === 0) {
    return (
      <>
        <Notice tone="warn" title={t.noOthers} />
        <Actions>
          <Button onClick={onBack}>{common.back}</Button>
        </Actions>
      </>
    )
  }
  return (
    <>
      <p>{t.lead}</p>
      {error !== undefined && <Failure error={error} />}
      <SelectField
        label={t.unit}
        value={unitId}
        onChange={setUnitId}
        options={[
          { value: '', label: t.any },
          ...units.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <CheckField isChecked={isPinned} onChange={setPinned}>
        {t.pinned}
      </CheckField>
      <p>{t.pinnedHint}</p>
      <Actions>
        <Button onClick={onBack}>{common.back}</Button>
        <Button kind="primary" isBusy={isBusy} onClick={() => void submit()}>
          {t.confirm}
        </Button>
      </Actions>
    </>
  )
}
