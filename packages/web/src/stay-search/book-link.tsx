import { useMessages } from '../shared/i18n.tsx'
import { type StayQuery, stayQueryText } from '../shared/nights/stay-query.ts'
import { pathInFrame } from '../shared/page-path.ts'
import { ButtonLink } from '../shared/ui/button.tsx'
import type { RoomOffer } from './found-stay.tsx'
import { staySearchMessages } from './messages.ts'

interface BookLinkProps {
  readonly offer: RoomOffer
  readonly stay: StayQuery
}

/** Leads to the booking page of a room, which knows the stay from its address. */
export function BookLink({ offer: { found, quote, label }, stay }: BookLinkProps) {
  const t = useMessages(staySearchMessages)
  const chosen = quote ? { ratePlanId: quote.ratePlanId, code: quote.code ?? undefined } : {}
  return (
    <ButtonLink
      kind="primary"
      href={pathInFrame(found.path) + stayQueryText({ ...stay, ...chosen })}
      aria-label={`${t.choose}: ${label}`}
    >
      {t.choose}
    </ButtonLink>
  )
}
