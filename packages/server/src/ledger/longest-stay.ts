/** The most nights that a booking of nights can have. */
export const MAX_STAY_NIGHTS = 366
