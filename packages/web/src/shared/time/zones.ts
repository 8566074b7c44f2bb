/** Zones that browsers still call by a name that their people do not use (IANA `backward`). */
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

const today = (zone: string): string => RENAMED[zone] ?? zone

/** The zone that the browser is set to. */
export const ownZone = (): string =>
  today(Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')

/** Every zone that the browser knows, with those given in any case. */
export function allZones(...more: readonly string[]): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone').map(today), ...more])].sort()
}
