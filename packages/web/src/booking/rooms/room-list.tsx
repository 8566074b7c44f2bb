import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney } from '../../shared/money.ts'
import { quoteMessages } from '../../shared/nights/quote-messages.ts'
import type { Occupants, RoomOfStay } from '../../shared/nights/stay-slot.ts'
import { roomsMessages } from './messages.ts'
import styles from './rooms.module.css'

/** The rooms of a stay in several, each with its people and its price. */
export function RoomList({ rooms }: { readonly rooms: readonly RoomOfStay[] }) {
  const t = useMessages(roomsMessages)
  const { language } = useI18n()
  return (
    <ol className={styles.list} aria-label={t.title}>
      {rooms.map((room, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rooms of one kind differ by their position alone
        <li key={index}>
          <RoomName room={room} />
          {room.price && <b>{formatMoney(room.price.amount, room.price.currency, language)}</b>}
        </li>
      ))}
    </ol>
  )
}

/** What a room is, by which rate plan, and for how many people. */
export function RoomName({ room }: { readonly room: RoomOfStay }) {
  return (
    <div>
      <strong dir="auto">{[room.title, room.planName].filter(Boolean).join(', ')}</strong>
      <People occupants={room.occupants} />
    </div>
  )
}

function People({ occupants: { adults, childAges } }: { readonly occupants: Occupants }) {
  const q = useMessages(quoteMessages)
  return (
    <small>
      {q.adults}: {adults}
      {childAges.length > 0 && ` · ${q.children}: ${childAges.length}`}
    </small>
  )
}
