/** The units of a time before a start. */
export const LEAD_UNITS = ['minutes', 'hours', 'days'] as const

/** A time before a start as it is edited. An empty count means none. */
export interface LeadTime {
  /** As typed. */
  readonly count: string
  readonly unit: (typeof LEAD_UNITS)[number]
}

const UNIT_MINUTES = { minutes: 1, hours: 60, days: 1440 } as const

/** Minutes in the largest unit that divides them: 2880 becomes 2 days. Null: none. */
export function leadTimeOf(minutes: number | null): LeadTime {
  if (minutes === null) return { count: '', unit: 'hours' }
  const unit = (['days', 'hours'] as const).find((each) => minutes % UNIT_MINUTES[each] === 0)
  if (unit === undefined || minutes === 0) return { count: String(minutes), unit: 'minutes' }
  return { count: String(minutes / UNIT_MINUTES[unit]), unit }
}

/** The minutes of a typed time; null if there is none. The server refuses what is not a whole number. */
export const leadMinutesOf = ({ count, unit }: LeadTime): number | null =>
  count.trim() === '' ? null : Number(count) * UNIT_MINUTES[unit]
