/** What was done last with a booking, or that it could not be. */
export type News = 'moved' | 'cancelled' | 'confirmed' | 'changed' | undefined
