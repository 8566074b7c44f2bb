import type { PublicBooking, PublicEventType, Slot } from '@holdfast/contracts'
import { useRef, useState } from 'react'
import { api, asManager, CallFailure, take } from '../shared/api/api.ts'
import type { Details } from '../shared/details-form.tsx'
import { useI18n } from '../shared/i18n.tsx'

/** A booking with the token that manages it. */
export interface Managed {
  readonly booking: PublicBooking
  readonly token: string
}

/** A time that is kept for the booker until a deadline of the browser's clock. */
export interface Hold extends Managed {
  readonly slot: Slot
  readonly deadlineMs: number
}

/** Where the booker is. */
export type Step =
  | { readonly kind: 'choose' }
  | { readonly kind: 'details'; readonly slot: Slot }
  | { readonly kind: 'done'; readonly managed: Managed }

/** What came in between, beside the step. */
export type Trouble =
  /** The time is somebody else's now, or by `isWithdrawn` the provider's rules have changed. */
  | { readonly kind: 'lost'; readonly slot: Slot; readonly isWithdrawn: boolean }
  | { readonly kind: 'expired'; readonly slot: Slot }
  | { readonly kind: 'failed'; readonly slot: Slot; readonly error: unknown }

/** The booking as it goes on, and what the booker can do. */
export interface BookingFlow {
  readonly step: Step
  readonly trouble: Trouble | undefined
  readonly hold: Hold | undefined
  /** The start that is being asked for, or `confirm`. */
  readonly pending: string | undefined
  readonly pick: (slot: Slot) => void
  readonly submit: (details: Details) => void
  readonly back: () => void
  readonly resume: () => void
  readonly expire: () => void
  readonly restart: () => void
}

const LOST: ReadonlySet<string | undefined> = new Set(['slot_taken', 'slot_not_bookable'])

interface FlowOptions {
  readonly eventType: PublicEventType | undefined
  readonly timeZone: string
  /** Called when times may have changed: those of the day of this start. */
  readonly onStale: (start: string) => void
}

/** A hold as the server gave it: it lasts from the server's now on, whatever the browser's clock says. */
function holdOf({ booking, token }: Managed, slot: Slot): Hold | undefined {
  if (booking.holdExpiresAt === null) return undefined
  const lastsMs = Date.parse(booking.holdExpiresAt) - Date.parse(booking.updatedAt)
  return { booking, token, slot, deadlineMs: Date.now() + lastsMs }
}

/** Leads a booker from a time to a booking. */
export function useBooking({ eventType, timeZone, onStale }: FlowOptions): BookingFlow {
  const { language: locale } = useI18n()
  const [step, setStep] = useState<Step>({ kind: 'choose' })
  const [trouble, setTrouble] = useState<Trouble>()
  const [hold, setHold] = useState<Hold>()
  const [pending, setPending] = useState<string>()
  const isBusy = useRef(false)

  const run = async (what: string, slot: Slot, work: () => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    setPending(what)
    try {
      await work()
      // Until then it stays: what is below it would jump, and whoever pressed its button lose their place.
      setTrouble(undefined)
    } catch (error) {
      const code = error instanceof CallFailure ? error.code : undefined
      if (LOST.has(code)) {
        setStep({ kind: 'choose' })
        setTrouble({ kind: 'lost', slot, isWithdrawn: code === 'slot_not_bookable' })
        onStale(slot.start)
      } else if (code === 'hold_expired') {
        setHold(undefined)
        setTrouble({ kind: 'expired', slot })
      } else {
        setTrouble({ kind: 'failed', slot, error })
        // A calendar that gives no answer may take more than this one time off the offer.
        if (code === 'calendar_unavailable') onStale(slot.start)
      }
    } finally {
      isBusy.current = false
      setPending(undefined)
    }
  }

  const pick = (slot: Slot) => {
    if (eventType === undefined) return
    if (eventType.confirmation !== 'hold' || hold?.slot.start === slot.start) {
      setTrouble(undefined)
      setStep({ kind: 'details', slot })
      return
    }
    void run(slot.start, slot, async () => {
      const managed = await holdSlot(eventType, slot, hold)
      setHold(holdOf(managed, slot))
      setStep({ kind: 'details', slot })
    })
  }

  const submit = (details: Details) => {
    if (eventType === undefined || step.kind !== 'details') return
    const { slot } = step
    if (eventType.confirmation === 'hold' && hold === undefined) {
      setTrouble({ kind: 'expired', slot })
      return
    }
    void run('confirm', slot, async () => {
      const { name, email, note } = details
      const body = { booker: { name, email, timeZone, locale }, ...(note !== '' && { note }) }
      const managed = hold
        ? await confirmHold(hold, body)
        : await book({ eventTypeId: eventType.id, start: slot.start, ...body })
      setHold(undefined)
      setStep({ kind: 'done', managed })
    })
  }

  const expire = () => {
    setHold(undefined)
    if (step.kind === 'details') setTrouble({ kind: 'expired', slot: step.slot })
    if (hold) onStale(hold.slot.start)
  }
  const back = () => {
    setTrouble(undefined)
    setStep({ kind: 'choose' })
  }
  const resume = () => {
    if (hold) setStep({ kind: 'details', slot: hold.slot })
  }
  return { step, trouble, hold, pending, pick, submit, back, resume, expire, restart: back }
}

interface Booked {
  readonly booker: {
    readonly name: string
    readonly email: string
    readonly timeZone: string
    readonly locale: string
  }
  readonly note?: string
}

async function book(
  body: { readonly eventTypeId: string; readonly start: string } & Partial<Booked>,
): Promise<Managed> {
  const created = await take(api.POST('/v1/public/bookings', { body }))
  const { manageToken, ...booking } = created
  return { booking, token: manageToken }
}

/** How a call speaks of one booking, and as whom. */
const of = ({ booking, token }: Managed) => ({
  params: { path: { id: booking.id } },
  headers: asManager(token),
})

/** Takes a time; a hold that the booker has already is moved to it, in one step. */
async function holdSlot(
  eventType: PublicEventType,
  { start }: Slot,
  hold: Hold | undefined,
): Promise<Managed> {
  const fresh = () => book({ eventTypeId: eventType.id, start })
  if (hold === undefined) return fresh()
  try {
    const call = api.POST('/v1/bookings/{id}/reschedule', { ...of(hold), body: { start } })
    return { booking: await take(call), token: hold.token }
  } catch (error) {
    const hasLapsed = error instanceof CallFailure && error.code === 'hold_expired'
    if (!hasLapsed) throw error
    return fresh()
  }
}

async function confirmHold(hold: Hold, body: Booked): Promise<Managed> {
  const call = api.POST('/v1/bookings/{id}/confirm', { ...of(hold), body })
  return { booking: await take(call), token: hold.token }
}
