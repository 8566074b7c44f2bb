import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useAccess } from '../access.ts'
import type { Booking } from '../api.ts'
import { Failure } from '../ui/failure.tsx'
import { Badge } from '../ui/page.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useBookingChange, type VisitStep } from './booking-changes.ts'
import { visitMessages } from './visit-messages.ts'
import styles from './visit-panel.module.css'

const DAY_MILLISECONDS = 86_400_000

/** The steps that can come next in a visit, the usual one last. */
export function nextSteps(booking: Booking, nowMs: number): readonly VisitStep[] {
  const { status, visit, start, end } = booking
  // A booking completes itself at its end, while its visit may last longer. Who has left was checked out.
  const isOpen =
    status === 'confirmed' ||
    (status === 'completed' && visit?.endedAt == null && booking.completedAt === end)
  if (!isOpen || Date.parse(start) - nowMs > DAY_MILLISECONDS) return []
  if (visit?.startedAt) return ['check-out']
  if (visit?.arrivedAt) return ['check-out', 'call', 'start-service']
  return ['check-in']
}

/** What was recorded of a visit, and the buttons for what comes next. */
export function VisitPanel({ booking }: { readonly booking: Booking }) {
  const t = useMessages(visitMessages)
  const { format } = useI18n()
  const access = useAccess()
  const toast = useToast()
  const change = useBookingChange()
  const [error, setError] = useState<unknown>()
  const { visit, timeZone } = booking
  const steps = access.can('bookings') ? nextSteps(booking, Date.now()) : []
  if (visit === null && steps.length === 0) return null
  const times = [
    [t.arrived, visit?.arrivedAt],
    [t.called, visit?.calledAt],
    [t.started, visit?.startedAt],
    [t.left, visit?.endedAt],
  ] as const
  const labels: Readonly<Record<VisitStep, string>> = {
    'check-in': t.checkIn,
    call: visit?.calledAt ? t.callAgain : t.call,
    'start-service': t.start,
    'check-out': t.checkOut,
  }
  const run = async (kind: VisitStep) => {
    setError(undefined)
    try {
      await change(booking, { kind })
      toast({ title: t.done[kind] })
    } catch (caught) {
      setError(caught)
    }
  }
  return (
    <section className={styles.visit} aria-label={t.title}>
      {visit && (
        <dl className={styles.times}>
          {visit.number !== null && (
            <div>
              <dt>{t.number}</dt>
              <dd>{visit.number}</dd>
            </div>
          )}
          {times.map(([label, time]) =>
            time == null ? null : (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{format.time(time, timeZone)}</dd>
              </div>
            ),
          )}
        </dl>
      )}
      {error !== undefined && <Failure error={error} />}
      <div className={styles.steps}>
        {steps.map((step) => (
          <Button key={step} onClick={() => void run(step)}>
            {labels[step]}
          </Button>
        ))}
      </div>
    </section>
  )
}

/** Who waits or is served, in a list. */
export function VisitBadge({ visit }: Pick<Booking, 'visit'>) {
  const t = useMessages(visitMessages)
  if (visit === null || visit.endedAt !== null) return null
  const text = visit.startedAt ? t.started : visit.calledAt ? t.called : t.arrived
  return (
    <Badge tone="good">
      {text}
      {visit.number !== null && ` · ${visit.number}`}
    </Badge>
  )
}
