/** How many bookings of a group are prepared at once. */
export const PREPARED_AT_ONCE = 4

/** How often a group is decided again because the time of somebody was taken. */
export const ROUNDS_MAX = 100
