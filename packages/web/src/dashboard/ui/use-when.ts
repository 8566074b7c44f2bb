import { useI18n } from '../../shared/i18n.tsx'
import { localZone } from '../zoned.ts'

/** Formats instants (RFC 3339) in a time zone, or else in the reader's: `Mon 27 Apr, 14:30`. */
export function useWhen(): (instant: string, timeZone?: string) => string {
  const { format } = useI18n()
  return (instant, zone = localZone()) =>
    `${format.shortDate(instant, zone)}, ${format.time(instant, zone)}`
}
