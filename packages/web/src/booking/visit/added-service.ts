import type { PublicEventType } from '@holdfast/contracts'

/** A service that a booker adds to the one of the page, as one visit. */
export type AddedService = Pick<
  PublicEventType,
  'id' | 'title' | 'durationMinutes' | 'payment' | 'priceRange' | 'locations' | 'questions'
>
