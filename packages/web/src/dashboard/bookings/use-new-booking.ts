import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { api, type Booking, type Contact, type EventType, ifMatch, unwrap } from '../api.ts'
import { invalidateBookings } from '../queries.ts'
import { useToast } from '../ui/toasts.tsx'
import { useNames } from '../use-names.ts'
import { localZone } from '../zoned.ts'
import { ANYONE } from './anyone.ts'
import type { FreeStart } from './first-of-each.ts'
import { bookingMessages } from './messages.ts'
import {
  bookingBodyOf,
  type CallerDraft,
  type ExtrasDraft,
  newExtras,
} from './new-booking-draft.ts'
import type { ChosenStart } from './start-picker.tsx'
import { isWholeStay, newStay, roomsOf, type StayDraft, stayBodyOf } from './stay-draft.ts'

/** Books for the caller. A hold or a request is confirmed at once: the provider has agreed on the phone. */
async function bookFor(
  eventType: EventType,
  when: ReturnType<typeof stayBodyOf> | Pick<ChosenStart, 'start' | 'providerId'>,
  isOverride: boolean,
  { caller, extras }: { readonly caller: CallerDraft; readonly extras: ExtrasDraft },
): Promise<void> {
  const body = {
    ...bookingBodyOf(eventType, caller, extras),
    ...when,
    ...(isOverride && { override: true }),
  }
  let booking = (await unwrap(api.POST('/v1/bookings', { body }))) as Booking
  // The first confirmation of a paid request approves it; the second confirms it without its payment.
  for (let count = 0; count < 2 && booking.status === 'pending'; count += 1) {
    const params = { path: { id: booking.id }, header: ifMatch(booking) }
    const confirmed = api.POST('/v1/bookings/{id}/confirm', { params, body: {} })
    booking = (await unwrap(confirmed)) as Booking
  }
}

/** Books several rooms for the caller, all or none, and confirms them like one. */
async function bookRooms(
  eventType: EventType,
  stay: StayDraft,
  isOverride: boolean,
  { caller, extras }: { readonly caller: CallerDraft; readonly extras: ExtrasDraft },
): Promise<void> {
  const { eventTypeId, ...shared } = bookingBodyOf(eventType, caller, extras)
  const item = { eventTypeId, ...stayBodyOf(stay) }
  const items = Array.from({ length: roomsOf(stay) }, () => item)
  const body = { ...shared, items, ...(isOverride && { override: true }) }
  let group: { readonly id: string; readonly status: string } = await unwrap(
    api.POST('/v1/booking-groups', { body }),
  )
  for (let count = 0; count < 2 && group.status === 'pending'; count += 1) {
    const params = { path: { id: group.id } }
    group = await unwrap(api.POST('/v1/booking-groups/{id}/confirm', { params, body: {} }))
  }
}

interface NewBookingOptions {
  readonly eventTypes: readonly EventType[]
  /** The event type that is chosen at first. */
  readonly first: EventType
  readonly isWalkIn: boolean
  /** The person who is booked, if they are known from the beginning. */
  readonly person?: Contact
  readonly onClose: () => void
}

/** A new booking as it is edited, and how to book it. */
export function useNewBooking({ eventTypes, first, isWalkIn, person, onClose }: NewBookingOptions) {
  const t = useMessages(bookingMessages)
  const { format } = useI18n()
  const names = useNames()
  const client = useQueryClient()
  const toast = useToast()
  const [eventType, setEventType] = useState(first)
  const [extras, setExtras] = useState(() => newExtras(first))
  const [chosen, setChosen] = useState<ChosenStart>()
  const [stay, setStay] = useState(() => newStay(first))
  // What is booked with whoever is free first; undefined: with one event type.
  const [anyone, setAnyone] = useState(isWalkIn ? ANYONE : undefined)
  const [free, setFree] = useState<FreeStart>()
  const [caller, setCaller] = useState<CallerDraft>({
    name: '',
    email: '',
    phone: '',
    isAnonymous: isWalkIn,
    contact: person,
    note: '',
  })
  const [isBusy, setBusy] = useState(false)
  const [lacksTime, setLacksTime] = useState(false)
  const [error, setError] = useState<unknown>()
  const timeZone = names.provider(eventType.providerId)?.timeZone ?? localZone()
  const take = (id: string, start?: string) => {
    const other = eventTypes.find((each) => each.id === id) ?? first
    setEventType(other)
    setExtras(newExtras(other))
    setStay(newStay(other))
    setChosen(start === undefined ? undefined : { start, isOverride: false })
  }
  /** Changes what decides about the times, so that another time has to be chosen. */
  const change = (part: Partial<ExtrasDraft>) => {
    setExtras({ ...extras, ...part })
    setChosen(undefined)
  }
  const send = async (book: () => Promise<void>, when: string) => {
    setBusy(true)
    try {
      await book()
      await invalidateBookings(client)
      toast({ title: t.booked(when) })
      onClose()
    } catch (caught) {
      setError(caught)
      setBusy(false)
      await invalidateBookings(client)
    }
  }
  const submit = async (time: ChosenStart | undefined) => {
    setError(undefined)
    setLacksTime(time === undefined)
    if (time === undefined) return
    const { isOverride, ...when } = time
    const { start } = when
    setChosen(time)
    const text = `${format.shortDate(start, timeZone)}, ${format.time(start, timeZone)}`
    await send(() => bookFor(eventType, when, isOverride, { caller, extras }), text)
  }
  const submitStay = async (isOverride: boolean) => {
    setError(undefined)
    setLacksTime(!isWholeStay(stay))
    if (!isWholeStay(stay)) return
    const when = `${format.shortDay(stay.arrival)} – ${format.shortDay(stay.departure)}`
    const draft = { caller, extras }
    const book = () =>
      roomsOf(stay) > 1
        ? bookRooms(eventType, stay, isOverride, draft)
        : bookFor(eventType, stayBodyOf(stay), isOverride, draft)
    await send(book, when)
  }
  return {
    ...{ eventType, extras, setExtras, change, chosen, setChosen, caller, setCaller },
    ...{ anyone, free, isBusy, lacksTime, error, timeZone, submit, stay, setStay, submitStay },
    /** Chooses an event type, or the first free time of several. */
    chooseService: (value: string) => {
      setFree(undefined)
      setAnyone(value.startsWith(ANYONE) ? value : undefined)
      if (value.startsWith(ANYONE)) setChosen(undefined)
      else take(value)
    },
    /** Chooses the free time of somebody. */
    takeFree: (taken: FreeStart) => {
      setFree(taken)
      take(taken.eventTypeId, taken.start)
    },
  }
}
