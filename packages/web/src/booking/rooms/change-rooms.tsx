import type { MouseEvent } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { releaseHold } from '../booking-calls.ts'
import type { Hold } from '../hold.ts'
import { keepHold } from '../kept-hold.ts'
import { roomsMessages } from './messages.ts'
import type { RoomsAsked } from './rooms-asked.ts'
import { searchAddress } from './search-address.ts'

interface ChangeRoomsProps {
  readonly hold: Hold | undefined
  readonly asked: RoomsAsked
  /** Those of each room. */
  readonly extras: readonly (readonly string[])[]
}

/** Leads back to the search, whose address has the rooms with their extras. */
export function ChangeRooms({ hold, asked, extras }: ChangeRoomsProps) {
  const t = useMessages(roomsMessages)
  const rooms = asked.rooms.map((room, index) => ({ ...room, extras: extras[index] ?? [] }))
  const leave = (event: MouseEvent<HTMLAnchorElement>) => {
    if (hold === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return
    // The search would find the rooms taken while they are held.
    event.preventDefault()
    const { href } = event.currentTarget
    keepHold(undefined)
    void releaseHold(hold).then(() => location.assign(href))
  }
  return (
    <ButtonLink href={searchAddress(asked, rooms)} onClick={leave}>
      {t.change}
    </ButtonLink>
  )
}
