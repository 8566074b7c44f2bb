import type { PublicBooking, PublicEventType, Slot } from '@holdfast/contracts'
import { useRef, useState } from 'react'
import { ApiError, api, bearer, unwrap } from '../shared/api/api.ts'
import type { Details } from '../shared/details-form.tsx'
import { useI18n } from '../shared/i18n.tsx'

/** A booking with the token that manages it. */
export interface ManagedBooking {
  readonly booking: PublicBooking
  readonly token: string
}

/** A held time, with the end of the hold in milliseconds of the browser's clock. */
export interface Hold extends ManagedBooking {
  readonly slot: Slot
  readonly deadlineMs: number
}

/** The current step of the booking. */
export type Step =
  | { readonly kind: 'choose' }
  | { readonly kind: 'details'; readonly slot: Slot }
  | { readonly kind: 'done'; readonly managed: ManagedBooking }

/** An issue that interrupts the current step. */
export type BookingIssue =
  /** Someone else took the time; with `isWithdrawn` the provider's rules no longer offer it. */
  | { readonly kind: 'unavailable'; readonly slot: Slot; readonly isWithdrawn: boolean }
  | { readonly kind: 'expired'; readonly slot: Slot }
  | { readonly kind: 'failed'; readonly slot: Slot; readonly error: unknown }

/** The state of the booking, and the booker's actions. */
export interface BookingFlow {
  readonly step: Step
  readonly issue: BookingIssue | undefined
  readonly hold: Hold | undefined
  /** The start that is being held right now, or `confirm` while the form is sent. */
  readonly pending: string | undefined
  readonly pick: (slot: Slot) => void
  readonly submit: (details: Details) => void
  readonly back: () => void
  readonly resume: () => void
  readonly expire: () => void
  readonly restart: () => void
}

const UNAVAILABLE: ReadonlySet<string | undefined> = new Set(['slot_taken', 'slot_not_bookable'])

interface FlowOptions {
  readonly eventType: PublicEventType | undefined
  readonly timeZone: string
  /** Called when the available times on the day of `start` may have changed. */
  readonly onStale: (start: string) => void
}

/** Measures the hold by the server's timestamps, since the browser's clock may be wrong. */
function toHold({ booking, token }: ManagedBooking, slot: Slot): Hold | undefined {
  if (booking.holdExpiresAt === null) return undefined
  const lastsMs = Date.parse(booking.holdExpiresAt) - Date.parse(booking.updatedAt)
  return { booking, token, slot, deadlineMs: Date.now() + lastsMs }
}

/** Runs the booking from picking a time to the confirmed booking. */
export function useBooking({ eventType, timeZone, onStale }: FlowOptions): BookingFlow {
  const { language: locale } = useI18n()
  const [step, setStep] = useState<Step>({ kind: 'choose' })
  const [issue, setIssue] = useState<BookingIssue>()
  const [hold, setHold] = useState<Hold>()
  const [pending, setPending] = useState<string>()
  const isBusy = useRef(false)

  const run = async (what: string, slot: Slot, work: () => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    setPending(what)
    try {
      await work()
      // Removing the notice earlier would shift the page and drop the focus of its button.
      setIssue(undefined)
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined
      if (UNAVAILABLE.has(code)) {
        setStep({ kind: 'choose' })
        setIssue({ kind: 'unavailable', slot, isWithdrawn: code === 'slot_not_bookable' })
        onStale(slot.start)
      } else if (code === 'hold_expired') {
        setHold(undefined)
        setIssue({ kind: 'expired', slot })
      } else {
        setIssue({ kind: 'failed', slot, error })
        // If a calendar does not respond, other times may be unavailable too.
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
      setIssue(undefined)
      setStep({ kind: 'details', slot })
      return
    }
    void run(slot.start, slot, async () => {
      const managed = await holdSlot(eventType, slot, hold)
      setHold(toHold(managed, slot))
      setStep({ kind: 'details', slot })
    })
  }

  const submit = (details: Details) => {
    if (eventType === undefined || step.kind !== 'details') return
    const { slot } = step
    if (eventType.confirmation === 'hold' && hold === undefined) {
      setIssue({ kind: 'expired', slot })
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
    if (step.kind === 'details') setIssue({ kind: 'expired', slot: step.slot })
    if (hold) onStale(hold.slot.start)
  }
  const back = () => {
    setIssue(undefined)
    setStep({ kind: 'choose' })
  }
  const resume = () => {
    if (hold) setStep({ kind: 'details', slot: hold.slot })
  }
  return { step, issue, hold, pending, pick, submit, back, resume, expire, restart: back }
}

interface BookingInput {
  readonly booker: {
    readonly name: string
    readonly email: string
    readonly timeZone: string
    readonly locale: string
  }
  readonly note?: string
}

async function book(
  body: { readonly eventTypeId: string; readonly start: string } & Partial<BookingInput>,
): Promise<ManagedBooking> {
  const created = await unwrap(api.POST('/v1/public/bookings', { body }))
  const { manageToken, ...booking } = created
  return { booking, token: manageToken }
}

/** The path and the authorization for calls about one booking. */
const optionsFor = ({ booking, token }: ManagedBooking) => ({
  params: { path: { id: booking.id } },
  headers: bearer(token),
})

/** Holds a time. If the booker already holds one, moves that hold in one step. */
async function holdSlot(
  eventType: PublicEventType,
  { start }: Slot,
  hold: Hold | undefined,
): Promise<ManagedBooking> {
  const fresh = () => book({ eventTypeId: eventType.id, start })
  if (hold === undefined) return fresh()
  try {
    const call = api.POST('/v1/bookings/{id}/reschedule', { ...optionsFor(hold), body: { start } })
    return { booking: await unwrap(call), token: hold.token }
  } catch (error) {
    const hasExpired = error instanceof ApiError && error.code === 'hold_expired'
    if (!hasExpired) throw error
    return fresh()
  }
}

async function confirmHold(hold: Hold, body: BookingInput): Promise<ManagedBooking> {
  const call = api.POST('/v1/bookings/{id}/confirm', { ...optionsFor(hold), body })
  return { booking: await unwrap(call), token: hold.token }
}
