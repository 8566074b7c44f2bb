import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import type { Booking } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { providersQuery } from '../queries.ts'
import { MailList } from '../time-off/mail-list.tsx'
import { Actions } from '../ui/modal.tsx'
import { useNames } from '../use-names.ts'
import { candidatesFor } from './candidates.ts'
import { reassignMessages } from './reassign-messages.ts'
import { useReassign } from './reassigning.ts'
import { TakeOverFields } from './take-over-fields.tsx'

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
  const [chosen, setChosen] = useState({ fromId: assignments[0]?.providerId ?? '', toId: '' })
  const { fromId, toId } = chosen
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
      <TakeOverFields
        {...chosen}
        texts={t}
        assignments={assignments}
        candidates={candidates}
        onChange={setChosen}
      />
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
