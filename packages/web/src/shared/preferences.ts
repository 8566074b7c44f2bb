/** How the reader writes times and weeks, whatever the language of the page. */
export interface Preferences {
  /** `h12`: 2:30 pm. `h23`: 14:30. */
  readonly hourCycle: HourCycle
  /** The first day of the week, from 0 for Monday to 6 for Sunday. */
  readonly firstWeekday: number
}

/** The ways to write the time of day. */
export const HOUR_CYCLES = ['h23', 'h12'] as const
export type HourCycle = (typeof HOUR_CYCLES)[number]

/** The days on which a week starts somewhere: Monday, Saturday, Sunday. */
export const FIRST_WEEKDAYS = [0, 5, 6] as const

const STORAGE_KEY = 'holdfast.preferences'

/** Regions whose week starts on a Sunday (CLDR), for browsers without `getWeekInfo`. */
const SUNDAY_REGIONS: ReadonlySet<string> = new Set(
  'US CA MX BR CO PE VE AR JP KR TW HK IN ID IL PH SG TH ZA PT SA'.split(' '),
)

/** `getWeekInfo` is newer than the types; `firstDay` counts from 1 for Monday to 7 for Sunday. */
interface LocaleWithWeek {
  readonly getWeekInfo?: () => { readonly firstDay: number }
}

function firstWeekdayOf(locale: Intl.Locale): number {
  const info = (locale as LocaleWithWeek).getWeekInfo?.()
  if (info !== undefined) return info.firstDay - 1
  return SUNDAY_REGIONS.has(locale.maximize().region ?? '') ? 6 : 0
}

/** A language tag that `Intl` accepts. Chromium on a machine without a language says `en-US@posix`. */
function validTag(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

/** The customs of a locale such as `en-US`; those of `en` if it is no language tag (BCP 47). */
export function preferencesOf(tag: string): Preferences {
  const locale = validTag(tag)
  const { hourCycle } = new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    timeZone: 'UTC',
  }).resolvedOptions()
  return {
    hourCycle: hourCycle === 'h12' || hourCycle === 'h11' ? 'h12' : 'h23',
    firstWeekday: firstWeekdayOf(new Intl.Locale(locale)),
  }
}

/** The choices saved by an earlier visit. The browser may deny storage, and a stored text may be foreign. */
function savedPreferences(): Partial<Preferences> {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}')
    const { hourCycle, firstWeekday } = Object(saved) as Record<keyof Preferences, unknown>
    const cycle = HOUR_CYCLES.find((each) => each === hourCycle)
    const weekday = FIRST_WEEKDAYS.find((each) => each === firstWeekday)
    return {
      ...(cycle !== undefined && { hourCycle: cycle }),
      ...(weekday !== undefined && { firstWeekday: weekday }),
    }
  } catch {
    return {}
  }
}

/** The saved choices; for the others, the customs of the browser's locale. */
export const initialPreferences = (): Preferences => ({
  ...preferencesOf(navigator.language),
  ...savedPreferences(),
})

/** Saves the choices for later visits, if the browser allows storage. */
export function savePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(preferences))
  } catch {
    // Without storage, the choice lasts until the page closes.
  }
}
