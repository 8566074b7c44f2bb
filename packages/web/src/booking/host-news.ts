import type { PublicBooking } from '@holdfast/contracts'
import { tellHost } from '../shared/host-page.ts'
import type { Step } from './step.ts'
import type { BookingFlow } from './use-booking.ts'

type Booked = Pick<PublicBooking, 'id' | 'start' | 'status'>

/** The bookings that a step shows as made, for the first time. */
function bookedIn(step: Step): readonly Booked[] {
  if ('isAgain' in step) return []
  if (step.kind === 'done') return step.managed.visit?.bookings ?? [step.managed.booking]
  return step.kind === 'series' ? step.series.bookings : []
}

let isReady = false
let lastHeld = ''
let lastStep: Step | undefined

/**
 * Tells the site around the page when the first times are shown, when a time is held, and what was booked, each once.
 * Called whenever one of them may have changed.
 */
export function tellNews({ step, hold }: Pick<BookingFlow, 'step' | 'hold'>, isLoaded: boolean) {
  if (isLoaded && !isReady) tellHost('ready', {})
  isReady ||= isLoaded
  // A booking that is to be paid stays held.
  const { id, start } = (step.kind === 'pay' ? step.hold : hold)?.booking ?? {}
  if (id !== undefined && start !== undefined && lastHeld !== `${id} ${start}`) {
    lastHeld = `${id} ${start}`
    tellHost('held', { id, start })
  }
  if (step === lastStep) return
  lastStep = step
  for (const booking of bookedIn(step)) {
    const status = booking.status === 'confirmed' ? 'confirmed' : 'pending'
    tellHost('booked', { id: booking.id, start: booking.start, status })
  }
}
