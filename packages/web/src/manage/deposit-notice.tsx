import type { PublicBooking } from '@holdfast/contracts'
import { depositMessages } from '../shared/deposit/messages.ts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { leavingLink } from '../shared/leave.ts'
import styles from '../shared/managed/managed.module.css'
import { formatMoney } from '../shared/money.ts'
import { type PayableBooking, payAddress } from '../shared/pay-address.ts'
import { ButtonLink } from '../shared/ui/button.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { Fact } from './field-facts.tsx'
import { manageMessages } from './messages.ts'

interface DepositNoticeProps {
  readonly managed: PayableBooking & { readonly booking: Pick<PublicBooking, 'securityDeposit'> }
}

/** The security deposit of a stay: what became of it, and the way to authorize it. Shows nothing if there is none. */
export function DepositNotice({ managed }: DepositNoticeProps) {
  const { language } = useI18n()
  const t = useMessages(depositMessages)
  const { reason } = useMessages(manageMessages)
  const { securityDeposit: deposit } = managed.booking
  if (deposit === null) return null
  const money = (amount: number) => formatMoney(amount, deposit.currency, language)
  const url = payAddress(managed, deposit.checkoutUrl)
  const isTaken = deposit.state === 'captured'
  const state = isTaken ? t.taken(money(deposit.capturedAmount)) : t.states[deposit.state]
  return (
    <>
      <dl className={styles.facts}>
        <Fact name={t.name} value={`${money(deposit.amount)} · ${state}`} />
        {isTaken && deposit.reason && <Fact name={reason} value={deposit.reason} />}
      </dl>
      {url && (
        <Notice tone="warn" title={t.name}>
          <p>{t.asked(money(deposit.amount))}</p>
          <ButtonLink kind="primary" href={url} {...leavingLink}>
            {t.authorize(money(deposit.amount))}
          </ButtonLink>
        </Notice>
      )}
    </>
  )
}
