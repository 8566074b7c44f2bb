import { useI18n } from '../../shared/i18n.tsx'
import { localZone } from '../zoned.ts'

/** Formats instants (RFC 3339) in the reader's zone: `Mon 27 Apr, 14:30`. */
export function useWhen(): (instant: string) => string {
  const { format } = useI18n()
  const zone = localZone()
  return (instant) => `${format.shortDate(instant, zone)}, ${format.time(instant, zone)}`
}
