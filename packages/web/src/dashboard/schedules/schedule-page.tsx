import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMessages } from '../../shared/i18n.tsx'
import { ZoneField } from '../../shared/time/zone-field.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { api, ifMatch, type Schedule, unwrap } from '../api.ts'
import { changedDatesAlone } from '../hours/hours.ts'
import { HoursEditor, OverridesEditor } from '../hours/hours-editor.tsx'
import { saveDates } from '../hours/save-dates.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { schedulesQuery } from '../queries.ts'
import { go, Link } from '../router.tsx'
import { Failure } from '../ui/failure.tsx'
import { fieldErrors } from '../ui/field-errors.ts'
import styles from '../ui/form-page.module.css'
import { useInputMessage } from '../ui/input-errors.ts'
import { Empty, Page } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useDraftForm } from '../ui/use-draft-form.ts'
import { localZone } from '../zoned.ts'
import { scheduleMessages } from './messages.ts'
import {
  newSchedule,
  type ScheduleDraft,
  scheduleBodyOf,
  scheduleDraftOf,
} from './schedule-draft.ts'

/** Edits a schedule, or creates one if `id` is `new`. */
export function SchedulePage({ id }: { readonly id: string }) {
  const t = useMessages(scheduleMessages)
  const schedules = useQuery(schedulesQuery)
  if (id === 'new') return <Editor schedule={undefined} />
  return (
    <QueryView query={schedules}>
      {(all) => {
        const schedule = all.find((each) => each.id === id)
        return schedule ? (
          <Editor key={id} schedule={schedule} />
        ) : (
          <Page title={t.title} back={<Back />}>
            <Empty title={t.notFoundTitle} />
          </Page>
        )
      }}
    </QueryView>
  )
}

function Back() {
  const t = useMessages(scheduleMessages)
  return (
    <p className={styles.back}>
      <Link to="/schedules">‹ {t.title}</Link>
    </p>
  )
}

/**
 * Saves a schedule. Changes of dates alone are saved date by date, so that dates stay that somebody else has changed
 * meanwhile. Everything else is one call, which the server refuses if the schedule has changed.
 */
async function save(schedule: Schedule | undefined, draft: ScheduleDraft): Promise<Schedule> {
  const body = scheduleBodyOf(draft)
  if (schedule === undefined) return unwrap(api.POST('/v1/schedules', { body }))
  const { id } = schedule
  const dates = changedDatesAlone(scheduleDraftOf(schedule), draft, scheduleBodyOf)
  if (dates === undefined) {
    const params = { path: { id }, header: ifMatch(schedule) }
    return unwrap(api.PATCH('/v1/schedules/{id}', { params, body }))
  }
  const path = '/v1/schedules/{id}/date-overrides/{date}'
  await saveDates(dates, {
    set: (date, windows) =>
      unwrap(api.PUT(path, { params: { path: { id, date } }, body: { windows } })),
    remove: (date) => unwrap(api.DELETE(path, { params: { path: { id, date } } })),
  })
  return unwrap(api.GET('/v1/schedules/{id}', { params: { path: { id } } }))
}

function Editor({ schedule }: { readonly schedule: Schedule | undefined }) {
  const t = useMessages(scheduleMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const toast = useToast()
  const inputMessage = useInputMessage()
  const form = useDraftForm<ScheduleDraft, Schedule>({
    start: schedule,
    initial: () => (schedule ? scheduleDraftOf(schedule) : newSchedule(localZone())),
    save,
    draftOf: scheduleDraftOf,
    onSaved: async (now, isNew) => {
      toast({ title: isNew ? t.created : t.saved })
      await invalidate(client, 'schedules')
      if (isNew) go(`/schedules/${now.id}`)
    },
  })
  const { draft, saved, error, change } = form
  const { timeZone } = draft
  const errors = fieldErrors(error, inputMessage)
  return (
    <Page title={saved?.name ?? t.add} back={<Back />}>
      {form.unsavedQuestion}
      <form className={styles.form} onSubmit={form.submit}>
        <Card className={styles.card ?? ''}>
          <h2>{t.basics}</h2>
          <TextField
            label={common.name}
            value={draft.name}
            isRequired
            hint={t.nameHint}
            error={errors.name}
            onChange={(name) => change({ name })}
          />
          <Field label={t.zone} error={errors.timeZone}>
            {(control) => (
              <ZoneField
                control={{ ...control }}
                timeZone={timeZone}
                onChange={(zone) => change({ timeZone: zone })}
              />
            )}
          </Field>
        </Card>
        <HoursEditor
          draft={draft}
          timeZone={timeZone}
          error={errors.availabilityRules}
          onChange={change}
        />
        <OverridesEditor
          draft={draft}
          timeZone={timeZone}
          error={errors.dateOverrides ?? errors.windows}
          onChange={change}
        />
        {error !== undefined && <Failure error={error} />}
        <div className={styles.save}>
          <Button kind="primary" type="submit" isBusy={form.isBusy}>
            {saved ? common.save : common.create}
          </Button>
        </div>
      </form>
    </Page>
  )
}
