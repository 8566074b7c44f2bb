import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import type { Booking } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { providersQuery } from '../queries.ts'
import { MailList } from '../time-off/mail-list.tsx'
import { Actions } from '../ui/modal.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useNames } from '../use-names.ts'
import { candidatesFor } from './candidates.ts'
import { reassignMessages } from './reassign-messages.ts'
import { useReassign } from './reassigning.ts'

interface ReassignFormProps {
  readonly booking: Booking
  readonly onBack: () => void
  readonly onDone: () => void
}

/** Gives a booking to another candidate; the keyboard's alternative to dragging between columns. */
export function ReassignForm({ booking, onBack, onDone }: ReassignFormProps) {
  const t = useMessages(reassignMessages)
  const common = useMessages(commonMessages)
  const names = useNames()
  const reassign = useReassign()
  const { data: providers = [] } = useQuery(providersQuery)
  const { assignments } = booking
  const [fromId, setFromId] = useState(assignments[0]?.providerId ?? '')
  const [toId, setToId] = useState('')
  const [isBusy, setBusy] = useState(false)
  const eventType = names.eventType(booking.eventTypeId)
  const candidates = candidatesFor(booking, fromId, eventType, providers)
  const submit = async () => {
    setBusy(true)
    if (await reassign(booking, { fromId, toId: toId || undefined })) onDone()
    else setBusy(false)
  }
  return (
    <>
      <p>{t.reassignLead}</p>
      {assignments.length > 1 && (
        <SelectField
          label={t.leaving}
          value={fromId}
          onChange={(next) => {
            setFromId(next)
            setToId('')
          }}
          options={assignments.map(({ providerId, providerName, requirement }) => ({
            value: providerId,
            label: `${providerName} (${requirement})`,
          }))}
        />
      )}
      {candidates.length === 0 ? (
        <Notice tone="warn" title={t.noCandidates} />
      ) : (
        <SelectField
          label={t.takesOver}
          value={toId}
          onChange={setToId}
          options={[
            { value: '', label: t.best },
            ...candidates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {candidates.length > 0 && (
        <MailList
          appointments={[{ kind: 'booking', booking }]}
          decisionOf={() => ({ kind: 'reassign', toId: toId || undefined })}
          world={{
            awayIds: new Set([fromId]),
            providers,
            eventTypes: eventType ? [eventType] : [],
          }}
        />
      )}
      <Actions>
        <Button onClick={onBack}>{common.back}</Button>
        {candidates.length > 0 && (
          <Button kind="primary" isBusy={isBusy} onClick={() => void submit()}>
            {t.confirm}
          </Button>
        )}
      </Actions>
    </>
  )
}
