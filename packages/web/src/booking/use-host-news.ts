import { useEffect } from 'react'
import { isFramed } from '../shared/host-page.ts'
import type { BookingFlow } from './use-booking.ts'

/** Tells the site around the page what happens in it. What tells it is loaded in frames alone. */
export function useHostNews({ step, hold }: BookingFlow, isLoaded: boolean): void {
  useEffect(() => {
    if (isFramed) {
      void import('./host-news.ts').then(({ tellNews }) => tellNews({ step, hold }, isLoaded))
    }
  }, [step, hold, isLoaded])
}
