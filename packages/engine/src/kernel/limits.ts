/** Upper bounds on the input of the engine, which keep every computation small. */
export const LIMITS = {
  /** Most days that one slot computation may span. */
  rangeDays: 400,
  /** Most windows of one weekday or date override. */
  windowsPerDay: 50,
  /** Most date overrides of one policy. */
  dateOverrides: 1000,
  /** Longest slot that has to be open throughout, and longest slot step: one day. */
  durationMinutes: 1440,
  /** Longest slot of which only the start and the end, or spans on its days, have to be open: 14 days. */
  longDurationMinutes: 20_160,
  /** Longest buffer on either side of a slot: one day. */
  bufferMinutes: 1440,
  /** Longest minimum notice: 365 days. */
  minNoticeMinutes: 525_600,
  /** Furthest that a booking may be made in advance: three years. */
  maxAdvanceDays: 1095,
  /** Most cached blocks of zone transitions; each covers four years of one zone. */
  zoneBlocks: 2048,
} as const
