import type { PublicBooking } from '@holdfast/contracts'

/** What was done last with a booking, or that it could not be. */
export type News = 'moved' | 'cancelled' | 'confirmed' | 'changed' | undefined

/** Tells what was done, with the booking as it is now; without it, it has to be read again. */
export type TellNews = (news: News, booking?: PublicBooking) => void
