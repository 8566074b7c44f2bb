import { type ReactNode, useEffect, useRef } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { quoteMessages } from '../../shared/nights/quote-messages.ts'
import { isStaySlot } from '../../shared/nights/stay-slot.ts'
import { Button } from '../../shared/ui/button.tsx'
import { FailureNotice } from '../../shared/ui/failure-notice.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { bookingMessages } from '../messages.ts'
import type { BookingFlow } from '../use-booking.ts'

interface StayNoticeProps {
  readonly flow: BookingFlow
  /** What cannot be had, and what to do. Undefined: all can. */
  readonly lost: { readonly title: string; readonly content: ReactNode } | undefined
}

/** Why a stay cannot be had, that its price changed, that it is still held, or an error. */
export function StayNotice({ flow, lost }: StayNoticeProps) {
  const { format } = useI18n()
  const page = useMessages(bookingMessages)
  const prices = useMessages(quoteMessages)
  const { issue, hold } = flow
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (issue) heading.current?.focus()
  }, [issue])
  if (lost) {
    return (
      <Notice tone="warn" title={lost.title} isUrgent={true} headingRef={heading}>
        {lost.content}
      </Notice>
    )
  }
  if (issue?.kind === 'failed') return <FailureNotice error={issue.error} headingRef={heading} />
  if (issue?.kind === 'repriced') {
    return (
      <Notice tone="warn" title={prices.repricedTitle} isUrgent={true} headingRef={heading}>
        <p>{prices.repriced}</p>
      </Notice>
    )
  }
  if (hold === undefined || !isStaySlot(hold.slot)) return null
  const { arrival, departure } = hold.slot
  return (
    <Notice
      tone="info"
      title={page.stillHeld(`${format.shortDay(arrival)} – ${format.shortDay(departure)}`)}
    >
      <Button onClick={flow.resume}>{page.continue}</Button>
    </Notice>
  )
}
