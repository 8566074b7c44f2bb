import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { api, type CalendarEvent, ifMatch, isProblem, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import { useFailureText } from '../ui/failure.tsx'
import { Actions, Modal } from '../ui/modal.tsx'
import { MomentField } from '../ui/time-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import styles from './calendar-page.module.css'
import type { CalendarEntry } from './calendar-queries.ts'
import { draftOf, type EventDraft, writeOf } from './event-draft.ts'
import { eventMessages } from './event-messages.ts'

/** The path parameters of an event; an occurrence of a series has its own path as well. */
function pathsOf({ id, calendarId, recurringEventId, originalStart }: CalendarEvent) {
  const eventId = recurringEventId ?? id
  return recurringEventId === null || originalStart === null
    ? { series: { id: calendarId, eventId } }
    : {
        series: { id: calendarId, eventId },
        occurrence: { id: calendarId, eventId, originalStart },
      }
}

const OCCURRENCE_PATH = '/v1/calendars/{id}/events/{eventId}/occurrences/{originalStart}'
const SERIES_PATH = '/v1/calendars/{id}/events/{eventId}'

function read(event: CalendarEvent): Promise<CalendarEvent> {
  const { series, occurrence } = pathsOf(event)
  return unwrap(
    occurrence
      ? api.GET(OCCURRENCE_PATH, { params: { path: occurrence } })
      : api.GET(SERIES_PATH, { params: { path: series } }),
  )
}

function replace(event: CalendarEvent, body: ReturnType<typeof writeOf>): Promise<CalendarEvent> {
  const { series, occurrence } = pathsOf(event)
  const header = ifMatch(event)
  return unwrap(
    occurrence
      ? api.PUT(OCCURRENCE_PATH, { params: { path: occurrence, header }, body })
      : api.PUT(SERIES_PATH, { params: { path: series, header }, body }),
  )
}

/** Deletes one occurrence, or with `isSeries` the whole series. */
async function remove(event: CalendarEvent, isSeries: boolean): Promise<void> {
  const { series, occurrence } = pathsOf(event)
  const header = ifMatch(event)
  if (occurrence && !isSeries)
    await unwrap(api.DELETE(OCCURRENCE_PATH, { params: { path: occurrence, header } }))
  else await unwrap(api.DELETE(SERIES_PATH, { params: { path: series, header } }))
}

interface EventDialogProps {
  readonly entry: CalendarEntry
  readonly timeZone: string
  readonly onClose: () => void
}

/** Edits or deletes a calendar event or a stay. */
export function EventDialog({ entry, timeZone, onClose }: EventDialogProps) {
  const { calendar, isStay } = entry
  const kind = { isStay, timeZone }
  const t = useMessages(eventMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const toast = useToast()
  const errorText = useEventErrorText()
  const [event, setEvent] = useState(entry.event)
  const [draft, setDraft] = useState(() => draftOf(entry.event, kind))
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [deleting, setDeleting] = useState<'event' | 'series'>()
  const isOccurrence = event.recurringEventId !== null
  const refresh = () => client.invalidateQueries({ queryKey: ['agenda'] })
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  const save = (submitted: FormEvent) => {
    submitted.preventDefault()
    void attempt(async () => {
      await replace(event, writeOf(event, draft, kind))
      await refresh()
      toast({ title: t.saved })
      onClose()
    })
  }
  const reload = () =>
    attempt(async () => {
      const now = await read(event)
      setEvent(now)
      setDraft(draftOf(now, kind))
      setBusy(false)
      await refresh()
    })
  if (deleting !== undefined) {
    return (
      <Confirm
        title={
          deleting === 'series' && isOccurrence ? t.deleteAllTitle : t.deleteTitle(event.title)
        }
        label={common.delete}
        onClose={() => setDeleting(undefined)}
        onConfirm={async () => {
          await remove(event, deleting === 'series')
          await refresh()
          toast({ title: t.deleted })
          onClose()
        }}
      >
        {isStay ? t.deleteStay : t.deleteEvent}
      </Confirm>
    )
  }
  return (
    <Modal title={isStay ? t.stay : t.event} lead={calendar.name} onClose={onClose}>
      <form onSubmit={save}>
        <EventFields
          draft={draft}
          onDraft={setDraft}
          isStay={isStay}
          isSeriesDay={event.allDay}
          zone={timeZone}
        />
        <Guest props={event.extendedProps} />
        {isOccurrence && <p className={styles.soft}>{t.inSeries}</p>}
        {event.unplaced && <LackedNights {...event.unplaced} />}
        {error !== undefined && (
          <Notice tone="danger" title={errorText(error).title}>
            <p>{errorText(error).text}</p>
            {isProblem(error, 'version_mismatch') && (
              <Button onClick={() => void reload()}>{t.reload}</Button>
            )}
          </Notice>
        )}
        <Actions>
          <Button kind="danger" onClick={() => setDeleting('event')}>
            {isOccurrence ? t.deleteOne : common.delete}
          </Button>
          {isOccurrence && (
            <Button kind="danger" onClick={() => setDeleting('series')}>
              {t.deleteAll}
            </Button>
          )}
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {common.save}
          </Button>
        </Actions>
      </form>
    </Modal>
  )
}

interface EventFieldsProps {
  readonly draft: EventDraft
  readonly onDraft: (draft: EventDraft) => void
  readonly isStay: boolean
  readonly isSeriesDay: boolean
  readonly zone: string
}

function EventFields({ draft, onDraft, isStay, isSeriesDay, zone }: EventFieldsProps) {
  const t = useMessages(eventMessages)
  const common = useMessages(commonMessages)
  const set = (name: keyof EventDraft) => (change: { target: { value: string } }) =>
    onDraft({ ...draft, [name]: change.target.value })
  const times = [
    { name: 'start', label: isStay ? t.arrival : common.from },
    { name: 'end', label: isStay ? t.departure : common.to },
  ] as const
  return (
    <>
      <Field label={t.name}>
        {(control) => (
          <input {...control} dir="auto" required value={draft.title} onChange={set('title')} />
        )}
      </Field>
      <div className={styles.times}>
        {times.map(({ name, label }) => {
          const min = name === 'end' ? draft.start.slice(0, 10) : undefined
          return isSeriesDay ? (
            <Field key={name} label={label}>
              {(control) => (
                <input
                  {...control}
                  type="date"
                  required
                  value={draft[name]}
                  min={min}
                  onChange={set(name)}
                />
              )}
            </Field>
          ) : (
            <MomentField
              key={name}
              label={label}
              value={draft[name]}
              minDate={min}
              onChange={(value) => onDraft({ ...draft, [name]: value })}
            />
          )
        })}
      </div>
      {!isSeriesDay && <p className={styles.soft}>{common.zone(zone)}</p>}
      <Field label={t.description}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            rows={2}
            value={draft.description}
            onChange={set('description')}
          />
        )}
      </Field>
    </>
  )
}

/** Says which nights a stay of a channel lacks, and what to do. */
function LackedNights({ nightsTaken, source }: NonNullable<CalendarEvent['unplaced']>) {
  const t = useMessages(eventMessages)
  const { format } = useI18n()
  const nights = format.list(nightsTaken.map((night) => format.shortDay(night)))
  return (
    <Notice tone="warn" title={t.lacksTitle(nights)}>
      <p>{t.lacks(source)}</p>
    </Notice>
  )
}

/** The guest of a stay that was booked on its public page. */
function Guest({ props }: { readonly props: CalendarEvent['extendedProps'] }) {
  const t = useMessages(eventMessages)
  const { guestName, guestEmail } = props
  if (typeof guestEmail !== 'string') return null
  return (
    <p>
      {t.guest}: {typeof guestName === 'string' && `${guestName}, `}
      <a href={`mailto:${encodeURIComponent(guestEmail)}`}>{guestEmail}</a>
    </p>
  )
}

/** Explains why an event was rejected, with the taken nights or the broken rules. */
function useEventErrorText() {
  const t = useMessages(eventMessages)
  const { format } = useI18n()
  const failureText = useFailureText()
  return (error: unknown) => {
    const { title, text } = failureText(error)
    if (isProblem(error, 'night_taken')) {
      const nights = (error.problem.nights ?? []).map((night) => format.shortDay(night))
      return { title, text: t.taken(format.list(nights)) }
    }
    if (isProblem(error, 'stay_not_bookable')) {
      const reasons = (error.problem.reasons ?? []).map(({ code }) => t.reasons[code] ?? code)
      return { title, text: [...new Set(reasons)].join(' ') }
    }
    return { title, text }
  }
}
