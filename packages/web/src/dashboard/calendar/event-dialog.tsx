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
import { useNotes } from '../ui/toasts.tsx'
import styles from './calendar-page.module.css'
import type { PlacedEvent } from './calendar-queries.ts'
import { draftOf, type EventDraft, writeOf } from './event-draft.ts'
import { eventMessages } from './event-messages.ts'

/** Where an event is: one occurrence of a recurring one has a place of its own. */
function placeOf({ id, calendarId, recurringEventId, originalStart }: CalendarEvent) {
  const eventId = recurringEventId ?? id
  return recurringEventId === null || originalStart === null
    ? { whole: { id: calendarId, eventId } }
    : { whole: { id: calendarId, eventId }, one: { id: calendarId, eventId, originalStart } }
}

const ONE = '/v1/calendars/{id}/events/{eventId}/occurrences/{originalStart}'
const WHOLE = '/v1/calendars/{id}/events/{eventId}'

function read(event: CalendarEvent): Promise<CalendarEvent> {
  const { whole, one } = placeOf(event)
  return unwrap(
    one ? api.GET(ONE, { params: { path: one } }) : api.GET(WHOLE, { params: { path: whole } }),
  )
}

function replace(event: CalendarEvent, body: ReturnType<typeof writeOf>): Promise<CalendarEvent> {
  const { whole, one } = placeOf(event)
  const header = ifMatch(event)
  return unwrap(
    one
      ? api.PUT(ONE, { params: { path: one, header }, body })
      : api.PUT(WHOLE, { params: { path: whole, header }, body }),
  )
}

/** Deletes one occurrence, or with `isAll` the event with all of them. */
async function remove(event: CalendarEvent, isAll: boolean): Promise<void> {
  const { whole, one } = placeOf(event)
  const header = ifMatch(event)
  if (one && !isAll) await unwrap(api.DELETE(ONE, { params: { path: one, header } }))
  else await unwrap(api.DELETE(WHOLE, { params: { path: whole, header } }))
}

interface EventDialogProps {
  readonly placed: PlacedEvent
  readonly timeZone: string
  readonly onClose: () => void
}

/** An event of a calendar or a stay: what it is, when, and the way to change or delete it. */
export function EventDialog({ placed, timeZone, onClose }: EventDialogProps) {
  const { calendar, isStay } = placed
  const kind = { isStay, timeZone }
  const t = useMessages(eventMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const note = useNotes()
  const refusalOf = useRefusal()
  const [event, setEvent] = useState(placed.event)
  const [draft, setDraft] = useState(() => draftOf(placed.event, kind))
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [asking, setAsking] = useState<'one' | 'all'>()
  const isOne = event.recurringEventId !== null
  const settle = () => client.invalidateQueries({ queryKey: ['calendar-events'] })
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
      await settle()
      note({ title: t.saved })
      onClose()
    })
  }
  const reload = () =>
    attempt(async () => {
      const now = await read(event)
      setEvent(now)
      setDraft(draftOf(now, kind))
      setBusy(false)
      await settle()
    })
  if (asking !== undefined) {
    return (
      <Confirm
        title={asking === 'all' && isOne ? t.deleteAllTitle : t.deleteTitle(event.title)}
        label={common.delete}
        onClose={() => setAsking(undefined)}
        onConfirm={async () => {
          await remove(event, asking === 'all')
          await settle()
          note({ title: t.deleted })
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
          isAllDay={event.allDay}
          zone={timeZone}
        />
        <Guest props={event.extendedProps} />
        {isOne && <p className={styles.soft}>{t.inSeries}</p>}
        {error !== undefined && (
          <Notice tone="danger" title={refusalOf(error).title}>
            <p>{refusalOf(error).text}</p>
            {isProblem(error, 'version_mismatch') && (
              <Button onClick={() => void reload()}>{t.reload}</Button>
            )}
          </Notice>
        )}
        <Actions>
          <Button kind="danger" onClick={() => setAsking('one')}>
            {isOne ? t.deleteOne : common.delete}
          </Button>
          {isOne && (
            <Button kind="danger" onClick={() => setAsking('all')}>
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
  readonly isAllDay: boolean
  readonly zone: string
}

function EventFields({ draft, onDraft, isStay, isAllDay, zone }: EventFieldsProps) {
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
        {(control) => <input {...control} required value={draft.title} onChange={set('title')} />}
      </Field>
      <div className={styles.times}>
        {times.map(({ name, label }) => (
          <Field key={name} label={label}>
            {(control) => (
              <input
                {...control}
                type={isAllDay ? 'date' : 'datetime-local'}
                required
                value={draft[name]}
                min={name === 'end' ? draft.start : undefined}
                onChange={set(name)}
              />
            )}
          </Field>
        ))}
      </div>
      {!isAllDay && <p className={styles.soft}>{common.zone(zone)}</p>}
      <Field label={t.description}>
        {(control) => (
          <textarea {...control} rows={2} value={draft.description} onChange={set('description')} />
        )}
      </Field>
    </>
  )
}

/** Who took a stay on its public page, as far as that is known. */
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

/** Says why an event cannot be as it was asked for, with the nights or the rules that stand in the way. */
function useRefusal() {
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
