import { useEffect, useMemo, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney } from '../../shared/money.ts'
import { nightsMessages } from '../../shared/nights/messages.ts'
import styles from '../../shared/nights/night-picker.module.css'
import { NightPicker, type PickableNights } from '../../shared/nights/night-picker.tsx'
import { firstOccupants, OccupantsChoice } from '../../shared/nights/occupants-choice.tsx'
import { readStayQuery, type StayQuery } from '../../shared/nights/stay-query.ts'
import { canArrive, type DateSelection, nightsUntil } from '../../shared/nights/stay-rules.ts'
import {
  type ChosenQuote,
  isStaySlot,
  type StaySlot,
  staySlot,
} from '../../shared/nights/stay-slot.ts'
import { pickable, useTypeNights } from '../../shared/nights/use-type-nights.ts'
import { pagePath } from '../../shared/page-path.ts'
import type { Offer } from '../../shared/slots/offer.ts'
import { daysBetween, todayIn } from '../../shared/time/dates.ts'
import { Button } from '../../shared/ui/button.tsx'
import { FailureNotice } from '../../shared/ui/failure-notice.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import type { BookingFlow } from '../use-booking.ts'
import { type FirstChoice, PlanQuotes } from './plan-quotes.tsx'
import { StayNotice } from './stay-notice.tsx'

interface ChooseNightsProps {
  readonly flow: BookingFlow
  readonly offer: Offer
}

/** The dates of a stay: free nights, what they cost together, and the button that holds them. */
export default function ChooseNights({ flow, offer }: ChooseNightsProps) {
  const { format, language } = useI18n()
  const t = useMessages(nightsMessages)
  const { hold, issue } = flow
  const [today] = useState(() => todayIn(offer.provider.timeZone))
  const [loaded, reload] = useTypeNights(pagePath, today)
  const held = hold && isStaySlot(hold.slot) ? hold.slot : undefined
  const before = stayBefore(flow)
  const [asked] = useState(() => readStayQuery(location.search))
  const [dates, setSelection] = useState<DateSelection | undefined>(before)
  const [chosenPeople, setPeople] = useState(before?.occupants)
  const [plan, setPlan] = useState<ChosenQuote>()
  const answer = loaded.state === 'ready' ? loaded.value : undefined
  const stays = useMemo(() => answer && pickable(answer, held), [answer, held])
  const selection = useMemo(
    () => dates ?? (stays ? datesAsked(stays, today, asked) : {}),
    [dates, stays, today, asked],
  )
  const isLost = issue?.kind === 'unavailable'
  useEffect(() => {
    if (!isLost) return
    setSelection({})
    reload()
  }, [isLost, reload])
  if (loaded.state === 'failed') return <FailureNotice error={loaded.error} onRetry={reload} />
  if (answer === undefined || stays === undefined) return <Skeleton width="100%" height="24rem" />
  const { property, stay, occupancy } = answer
  const { arrival, departure } = selection
  const { payment, ratePlanIds } = offer
  const isRated = ratePlanIds.length > 0
  const chosen = arrival !== undefined && departure !== undefined && { arrival, departure }
  const occupants =
    isRated || occupancy ? (chosenPeople ?? firstOccupants(occupancy, asked.occupants)) : undefined
  const byNight = chosen && payment && payment.amount * daysBetween(arrival, departure)
  const price = isRated
    ? plan && { amount: plan.quote.total, currency: plan.quote.currency }
    : payment && byNight
      ? { amount: byNight, currency: payment.currency }
      : undefined
  return (
    <div className={styles.choose}>
      <NightsNotice flow={flow} />
      <p className={styles.soft}>
        {t.lead(format.wallTime(property.checkInTime), format.wallTime(property.checkOutTime))}{' '}
        {t.minNights(stay.minNights)} {stay.maxNights < 366 && t.maxNights(stay.maxNights)}
      </p>
      {occupants && (
        <OccupantsChoice occupancy={occupancy} occupants={occupants} onChange={setPeople} />
      )}
      <NightPicker stays={stays} today={today} selection={selection} onChoose={setSelection} />
      {property.houseRules !== null && (
        <details>
          <summary>{t.houseRules}</summary>
          <p className={styles.written} dir="auto">
            {property.houseRules}
          </p>
        </details>
      )}
      {chosen && isRated && occupants && (
        <PlanQuotes
          stay={{ ...chosen, occupants }}
          timeZone={offer.provider.timeZone}
          isRepriced={issue?.kind === 'repriced'}
          first={before ? before.chosen && choiceOf(before.chosen) : choiceAsked(asked)}
          onChoose={setPlan}
        />
      )}
      {chosen && !(isRated && plan === undefined) && (
        <>
          {price && !isRated && (
            <p className={styles.total}>
              {t.total(formatMoney(price.amount, price.currency, language))}
            </p>
          )}
          <Button
            kind="primary"
            isBusy={flow.pending !== undefined}
            onClick={() =>
              flow.pick(
                staySlot({
                  ...chosen,
                  ...property,
                  price,
                  occupants,
                  chosen: isRated ? plan : undefined,
                }),
              )
            }
          >
            {t.bookThese}
          </Button>
        </>
      )}
    </div>
  )
}

/** The dates in the address of the page, if they can be booked. */
function datesAsked(stays: PickableNights, today: string, { dates }: StayQuery): DateSelection {
  if (dates === undefined) return {}
  const byDate = new Map(stays.nights.map(({ date, status }) => [date, status]))
  const nights = { byDate, policy: stays.stayPolicy, today }
  const isFree =
    canArrive(nights, dates.arrival) && nightsUntil(nights, dates.arrival, dates.departure) > 0
  return isFree ? dates : {}
}

const choiceOf = ({ quote, wishes }: ChosenQuote): FirstChoice => ({
  ratePlanId: quote.ratePlanId,
  wishes,
})

/** The plan, its extras and the code in the address of the page. */
const choiceAsked = ({ ratePlanId, extras = [], code }: StayQuery): FirstChoice => ({
  ratePlanId,
  wishes: { extras, ...(code !== undefined && { code }) },
})

/** The stay that was chosen before the guest came back, or before its price changed. */
function stayBefore({ issue, returnTo }: BookingFlow): StaySlot | undefined {
  const slot = issue?.kind === 'repriced' ? issue.slot : returnTo
  return slot && isStaySlot(slot) ? slot : undefined
}

/** Why the nights cannot be had, that some are still held, or an error. */
function NightsNotice({ flow }: Pick<ChooseNightsProps, 'flow'>) {
  const t = useMessages(nightsMessages)
  const { issue } = flow
  if (issue?.kind !== 'unavailable') return <StayNotice flow={flow} lost={undefined} />
  const title = issue.isWithdrawn ? t.ruleTitle : t.takenTitle
  const content = <p>{issue.isWithdrawn ? t.rule : t.notFree}</p>
  return <StayNotice flow={flow} lost={{ title, content }} />
}
