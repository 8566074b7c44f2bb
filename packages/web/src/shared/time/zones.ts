/** Outdated names that browsers still report, with their current names (from IANA's `backward` file). */
const RENAMED: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
}

const currentName = (zone: string): string => RENAMED[zone] ?? zone

/** The browser's time zone. */
export const localZone = (): string =>
  currentName(Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')

/** Every time zone that the browser knows, UTC, and the given ones. */
export function allZones(...more: readonly string[]): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone').map(currentName)
  return [...new Set([...known, 'UTC', ...more])].sort()
}
