import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../shared/i18n.tsx'
import { affectedQuery } from '../time-off/time-off-queries.ts'
import type { TimeOffTime } from '../time-off/time-off-time.ts'
import styles from '../ui/summary.module.css'
import { useWhen } from '../ui/use-when.ts'
import { useNames } from '../use-names.ts'
import { affectedOf, previewQuery } from './closure-queries.ts'
import type { ClosureScope } from './closures.ts'
import { closureMessages } from './messages.ts'

interface HitListProps {
  readonly time: TimeOffTime | undefined
  readonly scope: ClosureScope | undefined
}

const NOBODY: ReadonlySet<string> = new Set()

/** More names than these are counted. */
const NAMES_MAX = 5

/** Says whose bookings a closure would hit, and what they are told, before it is saved. */
export function HitList({ time, scope }: HitListProps) {
  const t = useMessages(closureMessages)
  const { data: ids } = useQuery(previewQuery(time, scope))
  if (time === undefined || scope === undefined || ids === undefined) return null
  return (
    <section className={styles.summary} role="status">
      <h3>{t.hits(ids.length)}</h3>
      {ids.length > 0 && (
        <>
          <Hits time={time} ids={ids.slice(0, NAMES_MAX)} />
          {ids.length > NAMES_MAX && <p>{t.andMore(ids.length - NAMES_MAX)}</p>}
          <p>{t.hitsText}</p>
        </>
      )}
    </section>
  )
}

interface HitsProps {
  readonly time: TimeOffTime
  readonly ids: readonly string[]
}

/** The bookings in a closure, by their ids. */
export function Hits({ time, ids }: HitsProps) {
  const when = useWhen()
  const names = useNames()
  const { data = [] } = useQuery(affectedQuery(affectedOf(time, NOBODY, ids)))
  return (
    <ul>
      {data.map((booking) => {
        const { id, start, timeZone } = booking
        return (
          <li key={id} dir="auto">
            {names.booker(booking)} · {names.service(booking)} · {when(start, timeZone)}
          </li>
        )
      })}
    </ul>
  )
}
