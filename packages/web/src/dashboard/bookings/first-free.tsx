import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { api, type EventType, unwrap } from '../api.ts'
import { QueryView } from '../ui/query-view.tsx'
import { useNames } from '../use-names.ts'
import { dateOf, today } from '../zoned.ts'
import styles from './booking-dialog.module.css'
import { deskMessages } from './desk-messages.ts'
import { type FreeStart, firstOfEach } from './first-of-each.ts'

/** How many event types one call asks for, and how many slots it answers. */
const ASKED_AT_ONCE = 10
const SLOTS = 100
/** As many as can be looked over. */
const SHOWN = 8

/** Who has the first free time, of several event types: one start for each person. */
const firstFreeQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['bookings', 'first-free', ids],
    queryFn: async (): Promise<readonly FreeStart[]> => {
      const parts = Array.from({ length: Math.ceil(ids.length / ASKED_AT_ONCE) }, (_, part) =>
        ids.slice(part * ASKED_AT_ONCE, (part + 1) * ASKED_AT_ONCE),
      )
      const answers = await Promise.all(
        parts.map((eventTypeIds) =>
          unwrap(api.GET('/v1/slots', { params: { query: { eventTypeIds, limit: SLOTS } } })),
        ),
      )
      return firstOfEach(answers.flatMap(({ data }) => data))
    },
  })

interface FirstFreeProps {
  readonly eventTypes: readonly EventType[]
  /** Whether others are left out that ask something first. */
  readonly isPartial: boolean
  readonly chosen: FreeStart | undefined
  /** Whether the first one is chosen by itself. */
  readonly picksFirst: boolean
  readonly onChoose: (free: FreeStart) => void
}

/** Offers the first free time of each person who could serve somebody. */
export function FirstFree(props: FirstFreeProps) {
  const { eventTypes, isPartial, chosen, picksFirst, onChoose } = props
  const t = useMessages(deskMessages)
  const { format } = useI18n()
  const names = useNames()
  const query = useQuery(firstFreeQuery(eventTypes.map(({ id }) => id)))
  const [first] = query.data ?? []
  const isWanted = picksFirst && chosen === undefined
  const choose = useRef(onChoose)
  useEffect(() => {
    choose.current = onChoose
  })
  useEffect(() => {
    if (isWanted && first) choose.current(first)
  }, [isWanted, first])
  const isOne = new Set(eventTypes.map(({ title }) => title)).size === 1
  return (
    <fieldset className={styles.group}>
      <legend>{t.firstFree}</legend>
      <QueryView query={query}>
        {(all) =>
          all.length === 0 ? (
            eventTypes.length > 0 && <p className={styles.none}>{t.nobodyFree}</p>
          ) : (
            <div className={styles.people}>
              {all.slice(0, SHOWN).map((free) => {
                const { start, eventTypeId, providerId } = free
                const provider = names.provider(providerId)
                const zone = provider?.timeZone ?? 'UTC'
                const isToday = dateOf(start, zone) === today(zone)
                return (
                  <button
                    key={`${eventTypeId} ${providerId}`}
                    type="button"
                    aria-pressed={
                      chosen?.eventTypeId === eventTypeId &&
                      chosen.providerId === providerId &&
                      chosen.start === start
                    }
                    onClick={() => onChoose(free)}
                  >
                    <strong>
                      {!isToday && `${format.shortDate(start, zone)}, `}
                      {format.time(start, zone)}
                    </strong>
                    <span dir="auto">
                      {[provider?.name, !isOne && names.eventType(eventTypeId)?.title]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </button>
                )
              })}
            </div>
          )
        }
      </QueryView>
      {isPartial && <p className={styles.none}>{t.asksFirst}</p>}
    </fieldset>
  )
}
