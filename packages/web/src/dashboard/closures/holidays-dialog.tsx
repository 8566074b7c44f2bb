import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import type { Provider } from '../api.ts'
import { StepDialog } from '../first-day/step-dialog.tsx'
import { invalidate } from '../other-tabs.ts'
import { schedulesQuery } from '../queries.ts'
import type { TimeOffTime } from '../time-off/time-off-time.ts'
import { timeOffText } from '../time-off/time-off-time.ts'
import { ChoiceField } from '../ui/choice-field.tsx'
import { QueryView } from '../ui/query-view.tsx'
import styles from '../ui/summary.module.css'
import { useToast } from '../ui/toasts.tsx'
import { localZone, today } from '../zoned.ts'
import { addHolidays } from './add-holidays.ts'
import type { SavedClosure } from './closure-dialog.tsx'
import { previewQuery } from './closure-queries.ts'
import { type Closure, type ClosureScope, EVERYBODY, scopeOf } from './closures.ts'
import { Hits } from './hit-list.tsx'
import { holidayMessages } from './holiday-messages.ts'
import { holidaysQuery } from './holiday-queries.ts'
import { type HolidayPlace, type YearlyHoliday, yearlyHolidays, yearsFrom } from './holidays.ts'
import { closureMessages } from './messages.ts'
import { PlaceFields } from './place-fields.tsx'
import { useHolidayPlace } from './use-holiday-place.ts'
import { WhomFields } from './whom-fields.tsx'

interface HolidaysDialogProps {
  readonly providers: readonly Provider[]
  /** The closures that the account has, from today on. */
  readonly closures: readonly Closure[]
  readonly onClose: () => void
  /** Called with the first closure, and the bookings in all of them. */
  readonly onSaved: (saved: SavedClosure) => void
}

const keyOf = ({ kind, name }: YearlyHoliday): string => `${kind} ${name}`

/** The holidays to choose from, and those that are chosen: public ones at first. */
function useHolidayChoice(place: HolidayPlace, closures: readonly Closure[]) {
  const { language } = useI18n()
  const now = today(localZone())
  const query = useQuery(holidaysQuery(place, yearsFrom(now), language))
  const listed = yearlyHolidays(query.data ?? [], closures, now)
  const [edited, setEdited] = useState<readonly string[]>()
  const chosen = edited ?? listed.filter(({ kind }) => kind === 'public').map((each) => keyOf(each))
  return {
    query,
    listed,
    chosen,
    setChosen: setEdited,
    reset: () => setEdited(undefined),
    times: listed
      .filter((each) => chosen.includes(keyOf(each)))
      .flatMap(({ name, times }) => times.map((time) => ({ name, time }))),
  }
}

/** The first closure with bookings in it, and the bookings of all. */
function hitOf(made: ReadonlyMap<string, SavedClosure>): SavedClosure | undefined {
  const all = [...made.values()]
  const first = all.find(({ bookingIds }) => bookingIds.length > 0)
  return first && { ...first, bookingIds: all.flatMap(({ bookingIds }) => bookingIds) }
}

/** Closes on holidays of a country or a region: which, for whom, and who would be hit. */
export function HolidaysDialog({ providers, closures, onClose, onSaved }: HolidaysDialogProps) {
  const t = useMessages(holidayMessages)
  const client = useQueryClient()
  const toast = useToast()
  const { closed } = useMessages(closureMessages)
  const { data: schedules = [] } = useQuery(schedulesQuery)
  const { countries, place, setPlace } = useHolidayPlace()
  const [whom, setWhom] = useState(EVERYBODY)
  const choice = useHolidayChoice(place, closures)
  const made = useRef(new Map<string, SavedClosure>())
  const scope = scopeOf(whom)
  const save = async () => {
    if (scope === undefined) return
    try {
      await addHolidays(choice.times, scope, place, made.current)
    } finally {
      await invalidate(client, 'closures', 'agenda')
    }
    if (hitOf(made.current) === undefined) toast({ title: closed })
  }
  return (
    <StepDialog
      title={t.add}
      lead={t.lead}
      label={t.save(choice.times.length)}
      isDisabled={choice.times.length === 0 || scope === undefined}
      onSubmit={save}
      onClose={() => {
        const hit = hitOf(made.current)
        if (hit) onSaved(hit)
        else onClose()
      }}
    >
      {() => (
        <>
          <PlaceFields
            countries={countries}
            place={place}
            onChange={(next) => {
              setPlace(next)
              choice.reset()
            }}
          />
          {place.country !== '' && (
            <QueryView query={choice.query}>{() => <HolidayList {...choice} />}</QueryView>
          )}
          <WhomFields
            whom={whom}
            providers={providers}
            schedules={schedules}
            isFixed={false}
            isMissing={scope === undefined}
            onChange={setWhom}
          />
          {scope && choice.times.length > 0 && (
            <HolidayHits times={choice.times.map(({ time }) => time)} scope={scope} />
          )}
          <p>
            <small>
              {t.moon} {t.source}
            </small>
          </p>
        </>
      )}
    </StepDialog>
  )
}

interface HolidayListProps {
  readonly listed: readonly YearlyHoliday[]
  readonly chosen: readonly string[]
  readonly setChosen: (chosen: readonly string[]) => void
}

function HolidayList({ listed, chosen, setChosen }: HolidayListProps) {
  const t = useMessages(holidayMessages)
  const { format } = useI18n()
  const datesOf = ({ times, kind }: YearlyHoliday) =>
    [
      ...times.map((time) => `${timeOffText(time, 'UTC', format)} ${time.start.slice(0, 4)}`),
      t.kinds[kind],
    ]
      .filter(Boolean)
      .join(' · ')
  if (listed.length === 0) return <p>{t.none}</p>
  return (
    <ChoiceField
      label={t.holidays}
      isMultiple
      chosen={chosen}
      choices={listed.map((each) => ({
        value: keyOf(each),
        label: each.name,
        text: datesOf(each),
      }))}
      error={chosen.length === 0 ? t.noneChosen : undefined}
      onChange={setChosen}
    />
  )
}

/** More names than these are counted. */
const NAMES_MAX = 5

interface HolidayHitsProps {
  readonly times: readonly TimeOffTime[]
  readonly scope: ClosureScope
}

/** Says whose bookings the closures would hit, before they are saved. */
function HolidayHits({ times, scope }: HolidayHitsProps) {
  const t = useMessages(holidayMessages)
  const { andMore, hitsText } = useMessages(closureMessages)
  const previews = useQueries({ queries: times.map((time) => previewQuery(time, scope)) })
  const [first] = times
  if (first === undefined || previews.some(({ data }) => data === undefined)) return null
  const ids = [...new Set(previews.flatMap(({ data = [] }) => data))]
  return (
    <section className={styles.summary} role="status">
      <h3>{t.hits(ids.length)}</h3>
      {ids.length > 0 && (
        <>
          <Hits time={first} ids={ids.slice(0, NAMES_MAX)} />
          {ids.length > NAMES_MAX && <p>{andMore(ids.length - NAMES_MAX)}</p>}
          <p>{hitsText}</p>
        </>
      )}
    </section>
  )
}
