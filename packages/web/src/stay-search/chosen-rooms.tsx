import { useI18n, useMessages } from '../shared/i18n.tsx'
import { formatMoney } from '../shared/money.ts'
import {
  type FoundRoom,
  findRooms,
  type PartySearch,
  priceOfRoom,
  totalOf,
} from '../shared/nights/found-rooms.ts'
import { nightsMessages } from '../shared/nights/messages.ts'
import { OccupantsChoice } from '../shared/nights/occupants-choice.tsx'
import type { Found, StaySearch } from '../shared/nights/search-stays.ts'
import { stayQueryText } from '../shared/nights/stay-query.ts'
import type { Occupants, RoomChoice } from '../shared/nights/stay-slot.ts'
import { pathInFrame } from '../shared/page-path.ts'
import { ButtonLink } from '../shared/ui/button.tsx'
import { Card } from '../shared/ui/card.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { useLoaded } from '../shared/use-loaded.ts'
import { staySearchMessages } from './messages.ts'
import styles from './stay-search-page.module.css'

interface ChosenRoomsProps {
  readonly stay: Omit<StaySearch, 'occupants'>
  readonly search: PartySearch
  /** Everybody who stays. */
  readonly party: Occupants
  readonly kinds: readonly Found[]
  readonly rooms: readonly RoomChoice[]
  readonly onRooms: (rooms: readonly RoomChoice[]) => void
}

const peopleIn = ({ adults, childAges }: Occupants): number => adults + childAges.length

/** The rooms that are chosen, who sleeps in each, what they cost together, and the way to book them. */
export function ChosenRooms({ stay, search, party, kinds, rooms, onRooms }: ChosenRoomsProps) {
  const t = useMessages(staySearchMessages)
  const [loaded, reload] = useLoaded(JSON.stringify(rooms), () => findRooms(search, rooms))
  const priced = loaded.state === 'ready' ? loaded.value : undefined
  const placed = rooms.reduce((sum, { occupants }) => sum + peopleIn(occupants), 0)
  return (
    <Card className={styles.found ?? ''}>
      <h2>{t.yourRooms}</h2>
      {rooms.length === 0 ? (
        <p className={styles.soft}>{t.chooseRooms}</p>
      ) : (
        <>
          <ol className={styles.rooms}>
            {rooms.map((room, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rooms of one kind differ by their position alone
              <li key={index}>
                <Room
                  room={room}
                  number={index + 1}
                  found={kinds.find(({ eventTypeId }) => eventTypeId === room.eventTypeId)}
                  priced={priced?.[index]}
                  onChange={(occupants) => onRooms(rooms.with(index, { ...room, occupants }))}
                />
              </li>
            ))}
          </ol>
          <p role="status">{t.placed(placed, peopleIn(party))}</p>
          {loaded.state === 'failed' && <FailureNotice error={loaded.error} onRetry={reload} />}
          <Together stay={stay} rooms={rooms} priced={priced} />
        </>
      )}
    </Card>
  )
}

interface RoomProps {
  readonly room: RoomChoice
  readonly number: number
  readonly found: Found | undefined
  /** Undefined while its price is read. */
  readonly priced: FoundRoom | undefined
  readonly onChange: (occupants: Occupants) => void
}

/** A room with the people in it and its price. */
function Room({ room, number, found, priced, onChange }: RoomProps) {
  const t = useMessages(staySearchMessages)
  const { language } = useI18n()
  const plan = found?.quotes.find(({ ratePlanId }) => ratePlanId === room.ratePlanId)
  const price = priced && priceOfRoom(priced)
  return (
    <fieldset className={styles.room}>
      <legend dir="auto">
        {number}. {[found?.title, plan?.name].filter(Boolean).join(', ')}
      </legend>
      <OccupantsChoice
        occupancy={found?.occupancy ?? null}
        occupants={room.occupants}
        onChange={onChange}
      />
      {priced && !priced.isBookable ? (
        <p>{t.notForThem}</p>
      ) : (
        <p className={styles.price} aria-busy={priced === undefined}>
          {price ? formatMoney(price.amount, price.currency, language) : '\u00a0'}
        </p>
      )}
    </fieldset>
  )
}

interface TogetherProps {
  readonly stay: Omit<StaySearch, 'occupants'>
  readonly rooms: readonly RoomChoice[]
  readonly priced: readonly FoundRoom[] | undefined
}

/** What the rooms cost together, and the page on which they are booked: that of the first one. */
function Together({ stay, rooms, priced }: TogetherProps) {
  const t = useMessages(staySearchMessages)
  const n = useMessages(nightsMessages)
  const { language } = useI18n()
  if (priced?.some(({ isBookable }) => !isBookable)) return null
  const path = priced?.[0]?.found?.path
  const total = priced && totalOf(priced.map((each) => ({ price: priceOfRoom(each) })))
  const confirmations = new Set(priced?.map(({ found }) => found?.confirmation))
  return (
    <div className={styles.plain}>
      <p className={styles.total} role="status">
        {total ? n.total(formatMoney(total.amount, total.currency, language)) : '\u00a0'}
      </p>
      {confirmations.size > 1 ? (
        <p>{t.confirmedApart}</p>
      ) : (
        path !== undefined && (
          <ButtonLink kind="primary" href={pathInFrame(path) + addressOf(stay, rooms)}>
            {t.goOn}
          </ButtonLink>
        )
      )}
    </div>
  )
}

/** The query of the booking page. One room is booked as any other. */
function addressOf(
  { propertyId, dates, code }: TogetherProps['stay'],
  rooms: readonly RoomChoice[],
): string {
  const [first, ...others] = rooms
  const { ratePlanId, occupants, extras } = first ?? {}
  return others.length === 0
    ? stayQueryText({ dates, code, ratePlanId, extras, propertyId, occupants })
    : stayQueryText({ dates, code, propertyId, rooms })
}
