import type { PublicBooking } from '@holdfast/contracts'
import { useEffect, useRef } from 'react'
import { tellHost } from '../shared/host-page.ts'
import type { BookingFlow, Step } from './use-booking.ts'

type Told = Pick<PublicBooking, 'id' | 'start' | 'status'>

/** The bookings that a step shows as made. */
function bookedIn(step: Step): readonly Told[] {
  if (step.kind === 'done') return [step.managed.booking]
  return step.kind === 'series' ? step.series.bookings : []
}

/** Tells the site around the page when the first times are shown, when a time is held, and what was booked. */
export function useHostNews({ step, hold }: BookingFlow, isLoaded: boolean): void {
  useEffect(() => {
    if (isLoaded) tellHost('ready', {})
  }, [isLoaded])
  // A booking that is to be paid stays held.
  const held = step.kind === 'pay' ? step.hold : hold
  const { id, start } = held?.booking ?? {}
  const lastHeld = useRef('')
  useEffect(() => {
    const told = `${id} ${start}`
    if (id === undefined || start === undefined || told === lastHeld.current) return
    lastHeld.current = told
    tellHost('held', { id, start })
  }, [id, start])
  useEffect(() => {
    for (const booking of bookedIn(step)) {
      const status = booking.status === 'confirmed' ? 'confirmed' : 'pending'
      tellHost('booked', { id: booking.id, start: booking.start, status })
    }
  }, [step])
}
