const MINUTES_OF_DAY = 24 * 60

/** Up to this hour, a time is written with am or pm. */
const NOON = 12

const timeOf = (minutes: number): string => {
  const text = (value: number) => String(value).padStart(2, '0')
  return `${text(Math.floor(minutes / 60))}:${text(minutes % 60)}`
}

/** The minutes from midnight to a time of day (`HH:MM`). */
export const minutesOfTime = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** The hour of the day; undefined if a clock has no such hour. 24 is midnight. */
function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 24 ? hour % 24 : undefined
  if (hour < 1 || hour > NOON) return undefined
  return (hour % NOON) + (half === 'p' ? NOON : 0)
}

/**
 * Reads a time of day as people type it: `9`, `930`, `9:30`, `9.30`, `9h30`, `9 Uhr`, `2:30 pm`. Returns it as
 * `HH:MM`, or undefined if it is not a time.
 */
export function readTime(text: string): string | undefined {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/\s*(?:uhr|h)$/, '')
  const [, hourText, minuteText, half] =
    /^(\d{1,2})(?:[:.,h ]?(\d{2}))?\s*(?:([ap])\.?\s?m?\.?)?$/.exec(plain) ?? []
  if (hourText === undefined) return undefined
  const hour = hourOf(Number(hourText), half)
  const minute = Number(minuteText ?? 0)
  const isTime = hour !== undefined && minute < 60 && (hourText !== '24' || minute === 0)
  return isTime ? timeOf(hour * 60 + minute) : undefined
}

/** The next time of day that is a multiple of the step; after the end of the day comes its beginning. */
export function stepTime(time: string, stepMinutes: number): string {
  if (time === '') return '09:00'
  const size = Math.abs(stepMinutes)
  const steps = minutesOfTime(time) / size
  const next = stepMinutes > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1
  return timeOf((next * size + MINUTES_OF_DAY) % MINUTES_OF_DAY)
}
