/** The bounds that keep every computation of the engine small, whatever it is asked. */
export const LIMITS = {
  /** Days that one slot computation may span. */
  rangeDays: 400,
  /** Windows of one weekday or of one date override. */
  windowsPerDay: 50,
  /** Date overrides of one policy. */
  dateOverrides: 1000,
  /** Longest slot, and longest slot step: one day. */
  durationMinutes: 1440,
  /** Longest buffer on either side of a slot: one day. */
  bufferMinutes: 1440,
  /** Longest minimum notice: 365 days. */
  minNoticeMinutes: 525_600,
  /** Furthest advance: three years. */
  maxAdvanceDays: 1095,
  /** Blocks of zone transitions that are kept; each covers four years of one zone. */
  zoneBlocks: 2048,
} as const
