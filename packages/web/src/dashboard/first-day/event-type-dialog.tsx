import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { api, type EventType, type Provider, unwrap } from '../api.ts'
import { bodyOf, newDraft } from '../event-types/draft.ts'
import { eventTypeMessages } from '../event-types/messages.ts'
import { slugOf } from '../event-types/slug.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { firstDayMessages } from './messages.ts'
import { StepDialog } from './step-dialog.tsx'

interface EventTypeDialogProps {
  readonly provider: Provider
  readonly onClose: () => void
}

const DURATIONS = ['15', '30', '45', '60', '90'] as const

/**
 * Creates the first event type: 30 minutes, within the provider's working hours. Without those, from Monday
 * to Friday, 9:00 to 17:00.
 */
export function EventTypeDialog({ provider, onClose }: EventTypeDialogProps) {
  const t = useMessages(firstDayMessages)
  const texts = useMessages(eventTypeMessages)
  const common = useMessages(commonMessages)
  const { format } = useI18n()
  const client = useQueryClient()
  const [title, setTitle] = useState(t.meeting)
  const [durationMinutes, setDuration] = useState<(typeof DURATIONS)[number]>('30')
  const [confirmation, setConfirmation] = useState<EventType['confirmation']>('hold')
  const create = async () => {
    const draft = {
      ...newDraft(provider.id),
      title,
      slug: slugOf(title) || 'meeting',
      durationMinutes,
      slotStepMinutes: durationMinutes,
      confirmation,
      hoursSource: provider.scheduleId === null ? ('own' as const) : ('provider' as const),
    }
    const body = { providerId: provider.id, ...bodyOf(draft) }
    await unwrap(api.POST('/v1/event-types', { body }))
    await invalidate(client, 'event-types')
  }
  return (
    <StepDialog
      title={t.eventTypeTitle}
      lead={t.eventTypeLead(provider.name)}
      label={common.create}
      onSubmit={create}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            label={t.service}
            value={title}
            isRequired
            error={errors.title ?? errors.slug}
            onChange={setTitle}
          />
          <SelectField
            label={t.duration}
            value={durationMinutes}
            onChange={setDuration}
            options={DURATIONS.map((value) => ({ value, label: format.minutes(Number(value)) }))}
          />
          <SelectField
            label={texts.confirmation}
            value={confirmation}
            onChange={setConfirmation}
            options={(['hold', 'instant', 'approval'] as const).map((value) => ({
              value,
              label: texts.confirmations[value],
            }))}
          />
        </>
      )}
    </StepDialog>
  )
}
