import { useState } from 'react'
import { useMessages } from '../shared/i18n.tsx'
import { sharedMessages } from '../shared/messages.ts'
import { hasDeposit, type PartySearch, partySearch } from '../shared/nights/found-rooms.ts'
import type { Found, StaySearch } from '../shared/nights/search-stays.ts'
import { splitGuests } from '../shared/nights/split-guests.ts'
import { ROOMS_MAX } from '../shared/nights/stay-query.ts'
import type { Occupants, RoomChoice } from '../shared/nights/stay-slot.ts'
import { Button } from '../shared/ui/button.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Field } from '../shared/ui/field.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { Skeleton } from '../shared/ui/skeleton.tsx'
import { useLoaded } from '../shared/use-loaded.ts'
import { ChosenRooms } from './chosen-rooms.tsx'
import { FoundStay, type RoomOffer } from './found-stay.tsx'
import { staySearchMessages } from './messages.ts'
import styles from './stay-search-page.module.css'

interface SeveralRoomsProps {
  readonly search: Omit<StaySearch, 'occupants'>
  /** Everybody who stays. */
  readonly party: Occupants
  readonly rooms: readonly RoomChoice[]
  readonly onRooms: (rooms: readonly RoomChoice[]) => void
  /** Chooses one room instead. */
  readonly onOne: () => void
}

const ONE_ADULT: Occupants = { adults: 1, childAges: [] }

/** A kind of room, with its prices for as many adults as it is meant for. */
interface Listed {
  readonly found: Found
  readonly adults: number
}

/** How many adults of a party a kind of room is priced for in the list. */
function adultsOf({ occupancy }: Found, party: Occupants): number {
  const { base = 2, adults = base, total = base } = occupancy ?? {}
  return Math.min(base, adults, total, party.adults)
}

/** Lists what is free for anybody, with the prices of as many adults as each room is meant for. */
async function listRooms(search: PartySearch, party: Occupants): Promise<readonly Listed[]> {
  const free = (await search(ONE_ADULT)).filter(({ bookable }) => bookable)
  return Promise.all(
    free.map(async (found) => {
      const adults = adultsOf(found, party)
      const all = await search({ adults, childAges: [] })
      const priced = all.find((each) => each.eventTypeId === found.eventTypeId)
      return priced?.bookable ? { found: priced, adults } : { found, adults: 1 }
    }),
  )
}

/** Chooses how many rooms of each kind a party wants, and who sleeps where. */
export function SeveralRooms(props: SeveralRoomsProps) {
  const { party, rooms, onRooms, onOne } = props
  const t = useMessages(staySearchMessages)
  const shared = useMessages(sharedMessages)
  const [search] = useState(() => partySearch(props.search))
  const [loaded, reload] = useLoaded('rooms', () => listRooms(search, party))
  if (loaded.state === 'failed') return <FailureNotice error={loaded.error} onRetry={reload} />
  if (loaded.state === 'loading') {
    return (
      <div className={styles.results} aria-busy="true">
        <Skeleton width="100%" height="14rem" />
        {loaded.isSlow && <p role="status">{shared.slow}</p>}
      </div>
    )
  }
  const listed = loaded.value
  const setCount = (offer: RoomOffer, count: number) => {
    const kept = rooms.filter((room) => !isOf(room, offer))
    // Those that stay chosen keep their extras.
    const own = rooms.filter((room) => isOf(room, offer))
    const wanted = Array.from({ length: count }, (_, index) => own[index] ?? roomOf(offer))
    const position = (room: RoomChoice) => listed.findIndex(({ found }) => isKind(room, found))
    const all = [...kept, ...wanted].toSorted((a, b) => position(a) - position(b))
    const parties = splitGuests(
      party,
      all.map((room) => listed[position(room)]?.found.occupancy ?? null),
    )
    onRooms(all.map((room, index) => ({ ...room, occupants: parties[index] ?? ONE_ADULT })))
  }
  return (
    <div className={styles.results}>
      <div className={styles.status}>
        <p>{t.severalLead}</p>
        <Button onClick={onOne}>{t.oneRoom}</Button>
      </div>
      {listed.length === 0 && (
        <Notice tone="info" title={t.noneTitle} isUrgent={true}>
          <p>{t.none}</p>
        </Notice>
      )}
      {listed.map(({ found, adults }) => (
        <FoundStay
          key={found.eventTypeId}
          found={found}
          note={found.total === null ? undefined : t.pricesFor(adults)}
          choice={(offer) => <RoomCount offer={offer} rooms={rooms} onCount={setCount} />}
        />
      ))}
      {listed.length > 0 && (
        <ChosenRooms
          stay={props.search}
          search={search}
          party={party}
          kinds={listed.map(({ found }) => found)}
          rooms={rooms}
          onRooms={onRooms}
        />
      )}
    </div>
  )
}

const isKind = (room: RoomChoice, { eventTypeId }: Found): boolean =>
  room.eventTypeId === eventTypeId

/** Whether a room is of a kind and has the rate plan of an offer. */
const isOf = (room: RoomChoice, { found, quote }: RoomOffer): boolean =>
  isKind(room, found) && room.ratePlanId === quote?.ratePlanId

const roomOf = ({ found, quote }: RoomOffer): RoomChoice => ({
  eventTypeId: found.eventTypeId,
  ...(quote && { ratePlanId: quote.ratePlanId }),
  occupants: ONE_ADULT,
})

interface RoomCountProps {
  readonly offer: RoomOffer
  readonly rooms: readonly RoomChoice[]
  readonly onCount: (offer: RoomOffer, count: number) => void
}

/** How many rooms of an offer are chosen: as many as are free, and can be booked together. */
function RoomCount({ offer, rooms, onCount }: RoomCountProps) {
  const t = useMessages(staySearchMessages)
  const { found, quote, label } = offer
  if (quote && hasDeposit(quote)) return <p className={styles.soft}>{t.depositAlone}</p>
  const own = rooms.filter((room) => isOf(room, offer)).length
  const kind = rooms.filter((room) => isKind(room, found)).length
  const most = Math.min(found.unitsLeft - (kind - own), ROOMS_MAX - (rooms.length - own))
  return (
    <Field label={t.count}>
      {(control) => (
        <select
          {...control}
          aria-label={`${t.count}: ${label}`}
          value={own}
          onChange={({ target }) => onCount(offer, Number(target.value))}
        >
          {Array.from({ length: Math.max(most, own) + 1 }, (_, count) => count).map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
