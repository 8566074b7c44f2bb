import { pagePath } from '../shared/page-path.ts'
import { BookingPage } from './booking-page.tsx'

const OPENED = { kind: 'opened', path: pagePath } as const

/**
 * The booking page of the dates that a provider opens. The provider's page loads it when it is needed. It is a module of its
 * own: if that page loaded `BookingPage` itself, each booking page would need one more script for the module's names.
 */
export default function OpenedPage() {
  return <BookingPage source={OPENED} />
}
