import type { Slot } from '@holdfast/contracts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { SignedInBooker } from '../shared/api/booker-session.ts'
import type { Details } from '../shared/contact-field.tsx'
import { useI18n } from '../shared/i18n.tsx'
import type { Offer } from '../shared/slots/offer.ts'
import { slotKey } from '../shared/slots/slot-facts.ts'
import {
  book,
  confirmHold,
  holdSlot,
  isHoldLost,
  readManaged,
  releaseHold,
} from './booking-calls.ts'
import { type BookingIssue, codeOf, issueOf } from './booking-issue.ts'
import { type Hold, type ManagedBooking, managedId } from './hold.ts'
import { forgetBooked, keptBooked } from './kept-booked.ts'
import { keepHold, keptHold, releaseOnLeave } from './kept-hold.ts'
import type { BookedSeries } from './series/series.ts'
import type { BookedStep, Step } from './step.ts'
import type { BookingInput, Chosen, Wish } from './wish.ts'

/** The state of the booking, and the booker's actions. */
export interface BookingFlow {
  readonly step: Step
  readonly issue: BookingIssue | undefined
  readonly hold: Hold | undefined
  /** The start that is being held right now, or `confirm` while the form is sent. */
  readonly pending: string | undefined
  /** Whether a hold is being released for a new choice, whose times load after that. */
  readonly isReleasing: boolean
  /** The time from whose details the booker came back. */
  readonly returnTo: Slot | undefined
  readonly pick: (slot: Slot) => void
  /** Chooses a candidate and a duration. Releases a hold, which may be in the way of the new choice. */
  readonly choose: (change: Partial<Chosen>) => void
  /** Books with the details, and what the event type asks beside them. With `sendSeries`, several dates at once. */
  readonly submit: (details: Details, moreDetails?: MoreDetails, sendSeries?: SendSeries) => void
  readonly back: () => void
  readonly resume: () => void
  /** Opens the form of the wait list. */
  readonly wait: () => void
  readonly expire: () => void
  /** Shows what was booked: paid meanwhile, or read again after a reload. */
  readonly showBooked: (step: BookedStep) => void
  readonly restart: () => void
}

/** Books the repetitions of a time together with it. */
export type SendSeries = (wish: Wish, input: BookingInput) => Promise<BookedSeries>

/** What the booker tells beside name, email address and note. */
export interface MoreDetails {
  readonly phone?: string
  readonly more: Pick<BookingInput, 'location' | 'answers' | 'guests'>
}

interface FlowOptions {
  readonly offer: Offer | undefined
  readonly timeZone: string
  /** The candidate and the duration that the booker chose. */
  readonly chosen: Chosen
  /** The booker who is signed in. */
  readonly booker: SignedInBooker | undefined
  /** Called when the booker chooses, once times can be loaded for the choice. */
  readonly onChosen: (chosen: Chosen) => void
  /** Called when the available times on the day of `start` may have changed. */
  readonly onStale: (start: string) => void
}

/** The last part of a hold that is to be paid: it is kept for payments in progress, and nobody begins to pay in it. */
const PAYING_MS = 10 * 60_000

/** Measures the hold by the server's timestamps, since the browser's clock may be wrong. */
function toHold(managed: ManagedBooking, wish: Wish): Hold | undefined {
  const { booking } = managed
  const { slot, chosenId, durationMinutes, answers, added } = wish
  if (booking.holdExpiresAt === null) return undefined
  const wholeMs = Date.parse(booking.holdExpiresAt) - Date.parse(booking.updatedAt)
  const lastsMs = wholeMs - (booking.payment === null ? 0 : PAYING_MS)
  const deadlineMs = Date.now() + lastsMs
  return { ...managed, slot, chosenId, durationMinutes, answers, added, deadlineMs }
}

/** The step of this tab before a reload, or before it left to pay. */
function firstStep(): Step {
  const hold = keptHold()
  const kept = keptBooked()
  if (hold === undefined) return kept ? { kind: 'return', kept } : { kind: 'choose' }
  return hold.isToPay ? { kind: 'pay', hold, isBack: true } : { kind: 'details', slot: hold.slot }
}

/** What follows a booking that was sent: its payment, for which this tab keeps the hold, or nothing more. */
function stepAfter(managed: ManagedBooking, wish: Wish): Step {
  const { booking } = managed
  const hold = toHold(managed, wish)
  const isToPay = booking.status === 'pending' && !booking.emailUnconfirmed
  if (!isToPay || !booking.payment?.checkoutUrl || hold === undefined) {
    return { kind: 'done', managed }
  }
  const toPay = { ...hold, isToPay }
  keepHold(toPay)
  return { kind: 'pay', hold: toPay, isBack: false }
}

/** Confirms the hold. If it was lost, takes the time again and confirms that. */
async function confirmWish(
  wish: Wish,
  body: BookingInput,
  hold: Hold | undefined,
  setHold: (hold: Hold | undefined) => void,
): Promise<ManagedBooking> {
  try {
    if (hold) return await confirmHold(hold, body)
  } catch (error) {
    if (!isHoldLost(error)) throw error
    setHold(undefined)
  }
  const again = await book(wish)
  setHold(toHold(again, wish))
  return confirmHold(again, body)
}

interface Sent {
  readonly wish: Wish
  readonly body: BookingInput
  readonly hold: Hold | undefined
  readonly setHold: (hold: Hold | undefined) => void
  readonly sendSeries: SendSeries | undefined
}

/** Books a time with the details, or confirms its hold. Returns the next step. */
async function sendWish({ wish, body, hold, setHold, sendSeries }: Sent): Promise<Step> {
  if (sendSeries === undefined) {
    const isHold = wish.offer.confirmation === 'hold'
    const managed = isHold ? await confirmWish(wish, body, hold, setHold) : await book(wish, body)
    setHold(undefined)
    // Keeps the hold for a payment, if there is one.
    return stepAfter(managed, wish)
  }
  // Otherwise the hold would be in the way of the first date.
  if (hold) await releaseHold(hold)
  setHold(undefined)
  return sendSeries(wish, body).then((series) => ({ kind: 'series', series }))
}

/** The details as the API takes them. */
function inputOf(
  { name, email, phone: instead, note }: Details,
  moreDetails: MoreDetails | undefined,
  timeZone: string,
  locale: string,
): BookingInput {
  const phone = moreDetails?.phone ?? instead
  const contact = { ...(instead === undefined && { email }), ...(phone && { phone }) }
  const booker = { name, ...contact, timeZone, locale }
  return { booker, ...(note !== '' && { note }), ...moreDetails?.more }
}

/** Runs the booking from picking a time to the confirmed booking. */
export function useBooking(options: FlowOptions): BookingFlow {
  const { offer, timeZone, chosen, booker, onChosen, onStale } = options
  const { language: locale } = useI18n()
  const [hold, setHold] = useHold()
  const [step, setStep] = useState(firstStep)
  const [issue, setIssue] = useState<BookingIssue>()
  const [returnTo, setReturnTo] = useState<Slot>()
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
      const found = issueOf(error, slot)
      setIssue(found)
      const isLost = found.kind === 'unavailable' || found.kind === 'repriced'
      if (isLost) setStep({ kind: 'choose' })
      if (found.kind === 'expired') setHold(undefined)
      // If a calendar does not respond, other times may be unavailable too.
      const isStale = isLost || codeOf(error) === 'calendar_unavailable'
      if (isStale) onStale(slot.start)
    } finally {
      isBusy.current = false
      setPending(undefined)
    }
  }

  const pick = (slot: Slot) => {
    if (offer === undefined) return
    if (offer.confirmation !== 'hold' || (hold && slotKey(hold.slot) === slotKey(slot))) {
      setIssue(undefined)
      setStep({ kind: 'details', slot })
      return
    }
    void run(slotKey(slot), slot, async () => {
      const wish = { offer, slot, booker, ...chosen }
      const managed = await holdSlot(wish, hold, () => setHold(undefined))
      setHold(toHold(managed, wish))
      setStep({ kind: 'details', slot })
    })
  }

  const [isReleasing, release] = useRelease(hold, setHold, isBusy)
  const choose = (change: Partial<Chosen>) => {
    setIssue(undefined)
    release(chosen, change, onChosen)
  }

  const submit = (details: Details, moreDetails?: MoreDetails, sendSeries?: SendSeries) => {
    if (offer === undefined || step.kind !== 'details') return
    const { slot } = step
    const wish = { offer, slot, booker, ...chosen }
    void run('confirm', slot, async () => {
      const body = inputOf(details, moreDetails, timeZone, locale)
      setStep(await sendWish({ wish, body, hold, setHold, sendSeries }))
    })
  }

  const expire = () => {
    // The server still keeps a time that was to be paid, which would be in the way of another try.
    if (hold && offer?.payment) void releaseHold(hold)
    setHold(undefined)
    if (step.kind === 'details') setIssue({ kind: 'expired', slot: step.slot })
    if (hold) onStale(hold.slot.start)
  }
  const back = () => {
    setIssue(undefined)
    if (step.kind === 'pay') keepHold(undefined)
    forgetBooked()
    setReturnTo(step.kind === 'details' ? step.slot : undefined)
    setStep({ kind: 'choose' })
  }
  const showBooked = (booked: BookedStep) => {
    setHold(undefined)
    setStep(booked)
  }
  const resume = () => {
    if (hold) setStep({ kind: 'details', slot: hold.slot })
  }
  useHoldCheck(hold, expire)
  return {
    step,
    issue,
    hold,
    pending,
    isReleasing,
    returnTo,
    pick,
    choose,
    submit,
    back,
    resume,
    wait: () => setStep({ kind: 'wait' }),
    expire,
    showBooked,
    restart: back,
  }
}

type OnChosen = (chosen: Chosen) => void

type Release = (chosen: Chosen, change: Partial<Chosen>, onChosen: OnChosen) => void

/**
 * Returns a function that releases a hold, if there is one, and then reports what is chosen, with all changes since; and
 * whether it does.
 */
function useRelease(
  hold: Hold | undefined,
  setHold: (hold: Hold | undefined) => void,
  isBusy: RefObject<boolean>,
): readonly [isReleasing: boolean, release: Release] {
  // While a hold is released, `chosen` is still the choice before.
  const wanted = useRef<Chosen>(undefined)
  const [isReleasing, setReleasing] = useState(false)
  const release: Release = (chosen, change, onChosen) => {
    const next = { ...(wanted.current ?? chosen), ...change }
    if (wanted.current === undefined && hold === undefined) {
      onChosen(next)
      return
    }
    const isBegun = wanted.current !== undefined
    wanted.current = next
    // Times that load before the release would leave out the held one.
    if (isBegun || hold === undefined) return
    setHold(undefined)
    // A time that is picked meanwhile would be held for the previous choice.
    isBusy.current = true
    setReleasing(true)
    void releaseHold(hold).then(() => {
      isBusy.current = false
      setReleasing(false)
      onChosen(wanted.current ?? next)
      wanted.current = undefined
    })
  }
  return [isReleasing, release]
}

/** The hold of this tab, which survives a reload. */
function useHold(): readonly [Hold | undefined, (hold: Hold | undefined) => void] {
  const [hold, setHold] = useState(() => {
    const kept = keptHold()
    return kept?.isToPay ? undefined : kept
  })
  return [
    hold,
    (next) => {
      keepHold(next)
      setHold(next)
    },
  ]
}

/** Releases the hold when the page is left, and checks it when the page comes back. */
function useHoldCheck(hold: Hold | undefined, onLost: () => void): void {
  const isKept = useRef(hold !== undefined)
  const latest = useRef({ hold, onLost })
  latest.current = { hold, onLost }
  const id = hold?.booking.id
  useEffect(() => {
    const watched = latest.current.hold
    if (watched === undefined || watched.booking.id !== id) return
    const check = () => {
      readManaged(managedId(watched), watched.token).then(
        ({ booking }) => booking.status !== 'pending' && latest.current.onLost(),
        // The confirmation will tell.
        () => undefined,
      )
    }
    if (isKept.current) check()
    return releaseOnLeave(watched, check)
  }, [id])
}
