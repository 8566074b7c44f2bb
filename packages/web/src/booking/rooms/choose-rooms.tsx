import { useEffect, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney } from '../../shared/money.ts'
import {
  type FoundRoom,
  priceOfRoom,
  roomOfStay,
  totalOf,
} from '../../shared/nights/found-rooms.ts'
import { nightsMessages } from '../../shared/nights/messages.ts'
import { QuoteLines } from '../../shared/nights/quote-lines.tsx'
import { StayDates } from '../../shared/nights/stay-dates.tsx'
import {
  isStaySlot,
  type PlanQuote,
  type StaySlot,
  staySlot,
} from '../../shared/nights/stay-slot.ts'
import type { Offer } from '../../shared/slots/offer.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { FailureNotice } from '../../shared/ui/failure-notice.tsx'
import { useLoaded } from '../../shared/use-loaded.ts'
import { ExtrasChoice } from '../nights/extras-choice.tsx'
import { StayNotice } from '../nights/stay-notice.tsx'
import type { BookingFlow } from '../use-booking.ts'
import { ChangeRooms } from './change-rooms.tsx'
import type { LoadedRooms } from './load-rooms.ts'
import { roomsMessages } from './messages.ts'
import { extrasOf, withExtras } from './room-extras.ts'
import { RoomName } from './room-list.tsx'
import styles from './rooms.module.css'
import type { RoomsAsked } from './rooms-asked.ts'
import { searchAddress } from './search-address.ts'

interface ChooseRoomsProps {
  readonly flow: BookingFlow
  readonly offer: Offer
  readonly rooms: LoadedRooms
  /** Finds the rooms again. */
  readonly onReload: () => void
}

/** The rooms that were chosen in the search, what they cost together, and the button that holds all of them. */
export default function ChooseRooms({ flow, offer, rooms, onReload }: ChooseRoomsProps) {
  const t = useMessages(roomsMessages)
  const n = useMessages(nightsMessages)
  const { format, language } = useI18n()
  const { asked, rooms: found, plans } = rooms
  const [chosen, setChosen] = useState(() => extrasBefore(flow) ?? extrasAsked(asked))
  const extras = found.map((_, index) => extrasOf(plans[index], chosen[index] ?? []))
  const [loaded, retry] = useLoaded(JSON.stringify([found, extras]), (signal) =>
    Promise.all(
      found.map((each, index) =>
        withExtras(each, plans[index], extras[index] ?? [], asked.dates, signal),
      ),
    ),
  )
  const priced = loaded.state === 'ready' ? loaded.value : undefined
  const isRepriced = flow.issue?.kind === 'repriced'
  useEffect(() => {
    if (isRepriced) onReload()
  }, [isRepriced, onReload])
  const gone = found.find(({ isBookable }) => !isBookable)
  const isLost = gone !== undefined || flow.issue?.kind === 'unavailable'
  const house = found[0]?.found?.property
  const total = priced && totalOf(priced.map((each) => ({ price: priceOfRoom(each) })))
  const slot = priced && slotOf(asked, priced)
  const { timeZone } = offer.provider
  return (
    <div className={styles.choose}>
      <RoomsNotice flow={flow} asked={asked} gone={gone && (gone.found?.title ?? '')} />
      <h2 tabIndex={-1}>{t.title}</h2>
      {house && (
        <StayDates
          {...asked.dates}
          checkIn={format.wallTime(house.checkInTime)}
          checkOut={format.wallTime(house.checkOutTime)}
          zone={timeZone}
        />
      )}
      <ol className={styles.rooms}>
        {found.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rooms of one kind differ by their position alone
          <li key={index}>
            <RoomToBook
              found={priced?.[index] ?? each}
              plan={plans[index]}
              extras={extras[index] ?? []}
              timeZone={timeZone}
              onExtras={(ids) => setChosen(extras.with(index, ids))}
            />
          </li>
        ))}
      </ol>
      {loaded.state === 'failed' && <FailureNotice error={loaded.error} onRetry={retry} />}
      {rooms.houseRules !== null && (
        <details>
          <summary>{n.houseRules}</summary>
          <p className={styles.written} dir="auto">
            {rooms.houseRules}
          </p>
        </details>
      )}
      {total && (
        <p className={styles.total}>
          {n.total(formatMoney(total.amount, total.currency, language))}
        </p>
      )}
      <div className={styles.actions}>
        {slot && !isLost && (
          <Button
            kind="primary"
            isBusy={flow.pending !== undefined}
            onClick={() => flow.pick(slot)}
          >
            {t.book}
          </Button>
        )}
        <ChangeRooms hold={flow.hold} asked={asked} extras={extras} />
      </div>
    </div>
  )
}

type ExtrasOfRooms = readonly (readonly string[])[]

/** The extras of each room that were chosen before the booker came back from the details. */
function extrasBefore({ returnTo, hold }: BookingFlow): ExtrasOfRooms | undefined {
  const slot = returnTo ?? hold?.slot
  const rooms = slot && isStaySlot(slot) ? slot.rooms : undefined
  return rooms?.map(({ extras = [] }) => extras)
}

/** The extras of each room in the address, from before the booker changed the rooms. */
const extrasAsked = ({ rooms }: RoomsAsked): ExtrasOfRooms => rooms.map(({ extras = [] }) => extras)

interface RoomToBookProps {
  readonly found: FoundRoom
  /** Its rate plan, if that has extras. */
  readonly plan: PlanQuote | undefined
  readonly extras: readonly string[]
  readonly timeZone: string
  readonly onExtras: (extras: readonly string[]) => void
}

/** A room with its extras, and what it costs with them. */
function RoomToBook({ found, plan, extras, timeZone, onExtras }: RoomToBookProps) {
  const { language } = useI18n()
  const price = priceOfRoom(found)
  return (
    <>
      <RoomName room={roomOfStay(found)} />
      {plan && (
        <ExtrasChoice
          plan={plan}
          wishes={{ extras }}
          isCodeWrong={false}
          onChange={(wishes) => onExtras(wishes.extras)}
        />
      )}
      {found.quote ? (
        <QuoteLines quote={found.quote} timeZone={timeZone} />
      ) : (
        price && <p>{formatMoney(price.amount, price.currency, language)}</p>
      )}
    </>
  )
}

/** The nights of all rooms, as they are held and booked. */
function slotOf({ dates }: RoomsAsked, rooms: readonly FoundRoom[]): StaySlot | undefined {
  const house = rooms[0]?.found?.property
  if (house === undefined) return undefined
  const all = rooms.map(roomOfStay)
  const { checkInTime, checkOutTime } = house
  return staySlot({ ...dates, checkInTime, checkOutTime, price: totalOf(all), rooms: all })
}

interface RoomsNoticeProps {
  readonly flow: BookingFlow
  readonly asked: RoomsAsked
  /** A room that the search does not offer any more. */
  readonly gone: string | undefined
}

/** Which room cannot be had, that the rooms are still held, or an error. */
function RoomsNotice({ flow, asked, gone }: RoomsNoticeProps) {
  const t = useMessages(roomsMessages)
  const { issue } = flow
  const room = issue?.kind === 'unavailable' ? refusedRoom(issue) : gone
  if (room === undefined) return <StayNotice flow={flow} lost={undefined} />
  const content = (
    <>
      <p>{t.gone}</p>
      <ButtonLink kind="primary" href={searchAddress(asked, [])}>
        {t.searchAgain}
      </ButtonLink>
    </>
  )
  return <StayNotice flow={flow} lost={{ title: t.goneTitle(room), content }} />
}

/** The room that the server refused; of a refusal that names none, all of them. */
function refusedRoom({
  slot,
  itemIndex,
}: Extract<NonNullable<BookingFlow['issue']>, { kind: 'unavailable' }>): string {
  const rooms = isStaySlot(slot) ? (slot.rooms ?? []) : []
  const named = itemIndex === undefined ? rooms : rooms.slice(itemIndex, itemIndex + 1)
  return [...new Set(named.map(({ title }) => title))].join(', ')
}
