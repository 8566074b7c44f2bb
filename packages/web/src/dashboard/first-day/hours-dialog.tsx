import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { api, ifMatch, type Provider, unwrap } from '../api.ts'
import { newHours, rulesOf } from '../hours/hours.ts'
import { HoursEditor } from '../hours/hours-editor.tsx'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import styles from './first-day.module.css'
import { firstDayMessages } from './messages.ts'
import { StepDialog } from './step-dialog.tsx'

interface HoursDialogProps {
  readonly provider: Provider
  readonly onClose: () => void
}

/** Gives a provider working hours: a schedule that others can share later. */
export function HoursDialog({ provider, onClose }: HoursDialogProps) {
  const t = useMessages(firstDayMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const [draft, setDraft] = useState(newHours)
  const { timeZone } = provider
  const save = async () => {
    const body = { name: t.schedule, timeZone, ...rulesOf(draft) }
    const schedule = await unwrap(api.POST('/v1/schedules', { body }))
    const params = { path: { id: provider.id }, header: ifMatch(provider) }
    await unwrap(api.PATCH('/v1/providers/{id}', { params, body: { scheduleId: schedule.id } }))
    await invalidate(client, 'schedules', 'providers')
  }
  return (
    <StepDialog
      title={t.hoursTitle}
      lead={t.hoursOf(provider.name)}
      label={common.save}
      onSubmit={save}
      onClose={onClose}
    >
      {(errors) => (
        <div className={styles.plain}>
          <HoursEditor
            draft={draft}
            timeZone={timeZone}
            error={errors.availabilityRules}
            onChange={(change) => setDraft({ ...draft, ...change })}
          />
        </div>
      )}
    </StepDialog>
  )
}
