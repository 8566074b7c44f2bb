import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../shared/i18n.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { useAccess } from '../access.ts'
import { paymentRuleMessages } from '../event-types/payment-messages.ts'
import { Link } from '../router.tsx'
import { paymentConnectionQuery } from './payment-queries.ts'

/** Says that nobody can pay yet, where no payment connection exists. */
export function MissingConnection() {
  const t = useMessages(paymentRuleMessages)
  const canConnect = useAccess().can('admin')
  const { data: connection } = useQuery({ ...paymentConnectionQuery, enabled: canConnect })
  if (!canConnect || connection !== null) return null
  return (
    <Notice tone="warn" title={t.notConnected}>
      <p>
        {t.notConnectedText} <Link to="/payments/connection">{t.connect}</Link>
      </p>
    </Notice>
  )
}
