import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../shared/i18n.tsx'
import { ZoneField } from '../../shared/time/zone-field.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import type { Provider } from '../api.ts'
import { HoursEditor, OverridesEditor } from '../hours/hours-editor.tsx'
import { schedulesQuery } from '../queries.ts'
import { Link } from '../router.tsx'
import { scheduleMessages } from '../schedules/messages.ts'
import type { FieldErrors } from '../ui/field-errors.ts'
import styles from '../ui/form-page.module.css'
import { SelectField } from '../ui/select-field.tsx'
import { today } from '../zoned.ts'
import type { Draft } from './draft.ts'
import { eventTypeMessages } from './messages.ts'
import { isOutsideHours } from './outside-hours.ts'

interface EditorProps {
  readonly draft: Draft
  readonly errors: FieldErrors
  readonly provider: Provider | undefined
  readonly onChange: (change: Partial<Draft>) => void
}

/** Edits when an event type is open: hours of its own, a schedule, or as its providers work. */
export function OpenHoursEditor({ draft, errors, provider, onChange }: EditorProps) {
  const t = useMessages(eventTypeMessages)
  const providerZone = provider?.timeZone ?? 'UTC'
  const isTeam = draft.requirements.length > 0
  const timeZone = draft.timeZone || providerZone
  const isOwn = draft.hoursSource === 'own'
  return (
    <>
      <Card className={styles.card ?? ''}>
        <h2>{t.open}</h2>
        <SelectField
          label={t.hoursSource}
          value={draft.hoursSource}
          hint={draft.hoursSource === 'provider' ? undefined : t.boundHint}
          error={isOwn ? undefined : errors.availabilityRules}
          onChange={(hoursSource) => onChange({ hoursSource })}
          options={(['own', 'schedule', 'provider'] as const).map((value) => ({
            value,
            label: t.hoursSources[value === 'provider' && isTeam ? 'team' : value],
          }))}
        />
        {isOwn && (
          <Field label={t.zone} hint={t.zoneHint(providerZone)} error={errors.timeZone}>
            {(control) => (
              <ZoneField
                control={{ ...control }}
                timeZone={timeZone}
                onChange={(zone) => onChange({ timeZone: zone === providerZone ? '' : zone })}
              />
            )}
          </Field>
        )}
        {draft.hoursSource === 'schedule' && (
          <ScheduleSelect
            scheduleId={draft.scheduleId}
            error={errors.scheduleId}
            onChange={(scheduleId) => onChange({ scheduleId })}
          />
        )}
        {draft.hoursSource === 'provider' && <p>{isTeam ? t.followsTeam : t.followsProvider}</p>}
        {provider && <OutsideHours draft={draft} provider={provider} />}
      </Card>
      {isOwn && (
        <>
          <HoursEditor
            draft={draft}
            timeZone={timeZone}
            error={errors.availabilityRules}
            onChange={onChange}
          />
          <OverridesEditor
            draft={draft}
            timeZone={timeZone}
            error={errors.dateOverrides ?? errors.windows}
            onChange={onChange}
          />
        </>
      )}
    </>
  )
}

interface OutsideHoursProps {
  readonly draft: Draft
  readonly provider: Provider
}

/** Warns of hours in which the provider never works. */
function OutsideHours({ draft, provider }: OutsideHoursProps) {
  const t = useMessages(eventTypeMessages)
  const { data: schedules = [] } = useQuery(schedulesQuery)
  const isOutside = isOutsideHours(draft, provider, schedules, today(provider.timeZone))
  const works = schedules.find(({ id }) => id === provider.scheduleId)
  if (!isOutside || works === undefined) return null
  return (
    <Notice tone="warn" title={t.outsideHours}>
      <p>{t.outsideHoursText(provider.name, works.name)}</p>
    </Notice>
  )
}

interface ScheduleSelectProps {
  readonly scheduleId: string
  readonly error: string | undefined
  readonly onChange: (scheduleId: string) => void
}

function ScheduleSelect({ scheduleId, error, onChange }: ScheduleSelectProps) {
  const t = useMessages(eventTypeMessages)
  const schedule = useMessages(scheduleMessages)
  const { data: schedules } = useQuery(schedulesQuery)
  if (schedules?.length === 0) {
    return (
      <p>
        {t.noSchedules} <Link to="/schedules/new">{schedule.add}</Link>
      </p>
    )
  }
  return (
    <Field label={t.schedule} error={error}>
      {(control) => (
        <select
          {...control}
          required
          value={scheduleId}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{t.chooseSchedule}</option>
          {schedules?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
