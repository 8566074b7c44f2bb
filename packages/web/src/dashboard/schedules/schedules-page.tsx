import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { api, ifMatch, type Schedule, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { eventTypesQuery, providersQuery, schedulesQuery } from '../queries.ts'
import { navigate } from '../router.tsx'
import { Empty, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useToast } from '../ui/toasts.tsx'
import { DeleteSchedule } from './delete-schedule.tsx'
import { scheduleMessages } from './messages.ts'

/** The page of all schedules. */
export function SchedulesPage() {
  const t = useMessages(scheduleMessages)
  const schedules = useQuery(schedulesQuery)
  const client = useQueryClient()
  const toast = useToast()
  const [leaving, setLeaving] = useState<Schedule>()
  const remove = async (schedule: Schedule) => {
    const params = { path: { id: schedule.id }, header: ifMatch(schedule) }
    await unwrap(api.DELETE('/v1/schedules/{id}', { params }))
    toast({ title: t.deleted })
    await invalidate(client, 'schedules')
  }
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <Button kind="primary" onClick={() => navigate('/schedules/new')}>
          {t.add}
        </Button>
      }
    >
      <QueryView query={schedules}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t.emptyTitle}>
              <p>{t.empty}</p>
            </Empty>
          ) : (
            <Rows label={t.title}>
              {all.map((schedule) => (
                <ScheduleRow
                  key={schedule.id}
                  schedule={schedule}
                  onDelete={() => setLeaving(schedule)}
                />
              ))}
            </Rows>
          )
        }
      </QueryView>
      {leaving && (
        <DeleteSchedule
          schedule={leaving}
          onConfirm={() => remove(leaving)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Page>
  )
}

interface ScheduleRowProps {
  readonly schedule: Schedule
  readonly onDelete: () => void
}

function ScheduleRow({ schedule, onDelete }: ScheduleRowProps) {
  const t = useMessages(scheduleMessages)
  const common = useMessages(commonMessages)
  const { data: providers = [] } = useQuery(providersQuery)
  const { data: eventTypes = [] } = useQuery(eventTypesQuery)
  const { id, name, timeZone } = schedule
  const providerCount = providers.filter(({ scheduleId }) => scheduleId === id).length
  const eventTypeCount = eventTypes.filter(({ scheduleId }) => scheduleId === id).length
  return (
    <Row
      title={name}
      meta={
        <>
          <span>{timeZone.replaceAll('_', ' ')}</span>
          {providerCount > 0 && <span>{t.users(providerCount)}</span>}
          {eventTypeCount > 0 && <span>{t.eventTypes(eventTypeCount)}</span>}
          {providerCount + eventTypeCount === 0 && <span>{t.unused}</span>}
        </>
      }
      actions={
        <>
          <Button kind="quiet" aria-label={`${common.delete}: ${name}`} onClick={onDelete}>
            {common.delete}
          </Button>
          <Button
            kind="primary"
            aria-label={`${common.edit}: ${name}`}
            onClick={() => navigate(`/schedules/${id}`)}
          >
            {common.edit}
          </Button>
        </>
      }
    />
  )
}
