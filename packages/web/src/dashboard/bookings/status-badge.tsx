import { useMessages } from '../../shared/i18n.tsx'
import type { Booking } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { Badge } from '../ui/page.tsx'

const TONES = {
  pending: 'warn',
  confirmed: 'good',
  completed: 'quiet',
  cancelled: 'bad',
  no_show: 'bad',
  expired: 'quiet',
} as const

/** The status of a booking, as a badge. */
export function StatusBadge({ status }: Pick<Booking, 'status'>) {
  const t = useMessages(commonMessages)
  return <Badge tone={TONES[status]}>{t.statuses[status]}</Badge>
}
