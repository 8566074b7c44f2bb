import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { isProblem, type Schedule } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { eventTypesQuery, providersQuery } from '../queries.ts'
import { Confirm } from '../ui/confirm.tsx'
import { scheduleMessages } from './messages.ts'

interface DeleteScheduleProps {
  readonly schedule: Schedule
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

/** Asks whether to delete a schedule. If it is in use, says who uses it. */
export function DeleteSchedule({ schedule, onConfirm, onClose }: DeleteScheduleProps) {
  const t = useMessages(scheduleMessages)
  const common = useMessages(commonMessages)
  const [userIds, setUserIds] = useState<readonly string[]>([])
  const confirm = async () => {
    try {
      await onConfirm()
    } catch (error) {
      if (isProblem(error, 'schedule_in_use')) setUserIds(error.problem.usedBy ?? [])
      throw error
    }
  }
  return (
    <Confirm title={t.deleteTitle} label={common.delete} onConfirm={confirm} onClose={onClose}>
      <p>
        <strong dir="auto">{schedule.name}</strong>. {t.deleteText}
      </p>
      {userIds.length > 0 && <Users ids={userIds} />}
    </Confirm>
  )
}

function Users({ ids }: { readonly ids: readonly string[] }) {
  const t = useMessages(scheduleMessages)
  const { data: providers = [] } = useQuery(providersQuery)
  const { data: eventTypes = [] } = useQuery(eventTypesQuery)
  const nameOf = (id: string) =>
    providers.find((each) => each.id === id)?.name ??
    eventTypes.find((each) => each.id === id)?.title ??
    t.unknownUser(id)
  return (
    <>
      <p>{t.inUse}</p>
      <ul>
        {ids.map((id) => (
          <li key={id} dir="auto">
            {nameOf(id)}
          </li>
        ))}
      </ul>
    </>
  )
}
