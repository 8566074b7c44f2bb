import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import type { EventType } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { eventTypesQuery, providersQuery } from '../queries.ts'
import { replace } from '../router.tsx'
import { Empty, Filters, Page, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { addDays, localZone, startOfDate, today } from '../zoned.ts'
import { classesQuery } from './class-queries.ts'
import { ClassRow } from './class-row.tsx'
import { classMessages } from './messages.ts'

/** Which classes are shown. */
const SHOWN = ['all', 'booked'] as const
type Shown = (typeof SHOWN)[number]

const DAYS_SHOWN = 30
/** The server answers at most this many days at once. */
const DAYS_MAX = 61

/** The page of the classes of an event type with seats; without an id, of the first one. */
export default function ClassesPage({ eventTypeId }: { readonly eventTypeId: string }) {
  const t = useMessages(classMessages)
  const eventTypes = useQuery(eventTypesQuery)
  return (
    <Page title={t.title} lead={t.lead}>
      <QueryView query={eventTypes}>
        {(all) => {
          const withSeats = all.filter(({ id, seats }) => seats !== null || id === eventTypeId)
          const shown = withSeats.find(({ id }) => id === eventTypeId) ?? withSeats[0]
          return shown === undefined ? (
            <Empty title={t.noSeatsTitle}>
              <p>{t.noSeats}</p>
            </Empty>
          ) : (
            <Classes key={shown.id} eventType={shown} all={withSeats} />
          )
        }}
      </QueryView>
    </Page>
  )
}

interface ClassesProps {
  readonly eventType: EventType
  readonly all: readonly EventType[]
}

function Classes({ eventType, all }: ClassesProps) {
  const t = useMessages(classMessages)
  const common = useMessages(commonMessages)
  const providers = useQuery(providersQuery)
  const provider = providers.data?.find(({ id }) => id === eventType.providerId)
  const zone = provider?.timeZone ?? localZone()
  const [from, setFrom] = useState(() => today(zone))
  const [to, setTo] = useState(() => addDays(today(zone), DAYS_SHOWN))
  const [shown, setShown] = useState<Shown>('all')
  const isRange = from !== '' && to >= from
  const last = isRange ? [to, addDays(from, DAYS_MAX)].toSorted()[0] : undefined
  const query = useQuery({
    ...classesQuery(
      eventType.id,
      startOfDate(isRange ? from : today(zone), zone),
      startOfDate(addDays(last ?? today(zone), 1), zone),
      shown === 'all',
    ),
    enabled: isRange && providers.isSuccess,
    placeholderData: keepPreviousData,
  })
  const date = (label: string, value: string, onChange: (value: string) => void) => (
    <TextField label={label} value={value} type="date" onChange={onChange} />
  )
  return (
    <>
      <Filters>
        <SelectField
          label={t.eventType}
          value={eventType.id}
          onChange={(id) => replace(`/classes/${id}`)}
          options={all.map(({ id, title }) => ({ value: id, label: title }))}
        />
        {date(t.from, from, setFrom)}
        {date(t.to, to, setTo)}
        <SelectField
          label={t.shown}
          value={shown}
          onChange={setShown}
          options={SHOWN.map((value) => ({ value, label: t.shownKinds[value] }))}
        />
      </Filters>
      <p>{common.zone(zone)}</p>
      <QueryView query={query}>
        {({ data: sessions, hasMore }) =>
          sessions.length === 0 ? (
            <Empty title={t.emptyTitle}>
              <p>{t.empty}</p>
            </Empty>
          ) : (
            <>
              <Rows label={t.title}>
                {sessions.map((session) => (
                  <ClassRow
                    key={session.start}
                    session={session}
                    eventType={eventType}
                    timeZone={zone}
                  />
                ))}
              </Rows>
              {hasMore && <p role="status">{t.more(sessions.length)}</p>}
            </>
          )
        }
      </QueryView>
    </>
  )
}
