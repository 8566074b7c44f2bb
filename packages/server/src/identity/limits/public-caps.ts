import { ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { countedNetworks } from '../../kernel/client-network.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { getAccount } from '../accounts/accounts.ts'
import { hashedSecret } from '../api-keys/api-keys.ts'
import type { PublicCaps, WindowCap } from './cap-sizes.ts'
import { proofRequired, type ShownProof } from './spent-proof.ts'
import { type Amount, type CounterOwner, takeAmounts } from './window-counter.ts'

/** The dependencies and the caps of calls without an API key. */
export interface PublicCapsContext {
  readonly deps: Dependencies
  readonly caps: PublicCaps
}

/** Who calls: the account whose time is wanted, and the caller's network. */
interface PublicCaller extends Pick<Caller, 'accountId' | 'clientNetwork' | 'booker'> {
  /** Absent until the booker gives their details. */
  readonly email?: string | undefined
  /** In E.164. Counted if there is no email address. */
  readonly phone?: string | undefined
}

/** A caller who may have to show a proof of work. */
interface ProvingCaller extends PublicCaller {
  readonly proof: ShownProof
}

/** A booking to count. */
export interface CountedBooking {
  /** The provider and the local date of the start, `YYYY-MM-DD`. */
  readonly providerId: string
  readonly date: string
  /** How many bookings fit into that date at most; of an event type with seats, how many seats. */
  readonly dayCapacity: number
  /** How many seats it takes. Default: 1. */
  readonly seats?: number | undefined
}

/** Whose bookings or stays are counted: those of a network, or of a network and an email address or a phone number. */
type Subject = Pick<CounterOwner, 'what' | 'who'>

/** One address may always take this many times of a provider's day, however short the day is. */
const DAY_SHARE_MIN = 3

/** Counts a booking of a caller without an API key; refuses it if it would exceed a cap. */
export const takeBooking = (
  context: PublicCapsContext,
  caller: ProvingCaller,
  booking: CountedBooking,
): Promise<Result<undefined, Refusal>> => takeBookings(context, caller, [booking])

/**
 * Counts bookings that a caller without an API key makes together; refuses all if they would exceed a cap. For the
 * email address or phone number they count once: it gets one email about all. Without a proof of work they also count for the account.
 */
export async function takeBookings(
  context: PublicCapsContext,
  caller: ProvingCaller,
  bookings: readonly CountedBooking[],
): Promise<Result<undefined, Refusal>> {
  const { caps } = context
  const byEmail = await takeBookingForEmail(context, caller)
  if (!byEmail.ok) return byEmail
  const byDay = Map.groupBy(bookings, ({ providerId, date }) =>
    // Short, since a counter has one for each provider and date that was booked.
    hashedSecret(context.deps, `${providerId} ${date}`).slice(0, 8),
  )
  const byNetwork = await takeFromNetworks(context, caller, 'bookings', (factor) => [
    amountOf('bookings', bookings.length, caps.bookings, factor),
    ...[...byDay].map(([day, ofDay]) => ({
      unit: `day:${day}`,
      amount: ofDay.reduce((sum, { seats = 1 }) => sum + seats, 0),
      perDay: Math.max(
        DAY_SHARE_MIN,
        ...ofDay.map(({ dayCapacity }) =>
          Math.floor((dayCapacity * shareOf(caps.dayShare, factor)) / 100),
        ),
      ),
    })),
  ])
  return byNetwork.ok ? await takeWithoutProof(context, caller, bookings.length) : byNetwork
}

/**
 * Counts what all callers of the account together take without a proof of work, and asks for a proof once the cap is used
 * up. It comes after the caps of the caller, so that one address alone cannot use it up. A booker who signed in has
 * proved more than work.
 */
async function takeWithoutProof(
  context: PublicCapsContext,
  caller: ProvingCaller,
  amount: number,
): Promise<Result<undefined, Refusal>> {
  if (caller.proof === 'solved' || caller.booker !== undefined) return ok(undefined)
  const subject = { what: 'without-proof', who: 'all' }
  // The item of a busy day has 145 names: a short one keeps it within two kilobytes.
  const amounts = [amountOf('n', amount, context.caps.withoutProof)]
  const taken = await takeFrom(context, caller, subject, 'of this account', amounts)
  return taken.ok ? taken : proofRequired(caller.proof)
}

/** The share of a day in percent that a wider network may take: what is left to others shrinks by the factor. */
const shareOf = (dayShare: number, factor: number): number =>
  Math.max(dayShare, 100 - (100 - dayShare) / factor)

/** Counts an entry of a wait list of a caller without an API key, beside bookings and within the same caps. */
export async function takeWaitlistEntry(
  context: PublicCapsContext,
  caller: ProvingCaller,
): Promise<Result<undefined, Refusal>> {
  const { caps } = context
  const byEmail = await takeFrom(
    context,
    caller,
    emailSubject('waitlist', caller),
    'for this email address',
    [amountOf('wait-list entries', 1, caps.bookingsPerEmail)],
  )
  if (!byEmail.ok) return byEmail
  const byNetwork = await takeFromNetworks(context, caller, 'waitlist', (factor) => [
    amountOf('wait-list entries', 1, caps.bookings, factor),
  ])
  return byNetwork.ok ? await takeWithoutProof(context, caller, 1) : byNetwork
}

/** Counts a booking for an email address, or for a phone number without one, once the booker's details are known. */
export async function takeBookingForEmail(
  context: PublicCapsContext,
  caller: PublicCaller,
): Promise<Result<undefined, Refusal>> {
  const { email, phone } = caller
  if (email === undefined && phone === undefined) return ok(undefined)
  const whose = email === undefined ? 'for this phone number' : 'for this email address'
  return takeFrom(context, caller, emailSubject('bookings', caller), whose, [
    amountOf('bookings', 1, context.caps.bookingsPerEmail),
  ])
}

/** Counts a checkout that a caller without an API key opens. One address may open as many as it may book. */
export const takeCheckout = (
  context: PublicCapsContext,
  caller: PublicCaller,
): Promise<Result<undefined, Refusal>> =>
  takeFromNetworks(context, caller, 'checkouts', (factor) => [
    amountOf('checkouts', 1, context.caps.bookings, factor),
  ])

/** Counts a stay of a caller without an API key; refuses it if it would exceed a cap. */
export async function takeStay(
  context: PublicCapsContext,
  caller: ProvingCaller,
  nights: number,
): Promise<Result<undefined, Refusal>> {
  const { caps } = context
  const byEmail = await takeFrom(
    context,
    caller,
    emailSubject('stays', caller),
    'for this email address',
    [amountOf('stays', 1, caps.staysPerEmail)],
  )
  if (!byEmail.ok) return byEmail
  const byNetwork = await takeFromNetworks(context, caller, 'stays', (factor) => [
    amountOf('stays', 1, caps.stays, factor),
    amountOf('nights', nights, caps.nights, factor),
  ])
  return byNetwork.ok ? await takeWithoutProof(context, caller, 1) : byNetwork
}

/** Counts the nights that a guest adds to a stay by moving it; refuses them if they exceed a cap. */
export const takeNights = (
  context: PublicCapsContext,
  caller: PublicCaller,
  nights: number,
): Promise<Result<undefined, Refusal>> =>
  takeFromNetworks(context, caller, 'stays', (factor) => [
    amountOf('nights', nights, context.caps.nights, factor),
  ])

const amountOf = (
  unit: string,
  amount: number,
  { tenMinutes, day }: WindowCap,
  factor = 1,
): Amount => ({
  unit,
  amount,
  perTenMinutes: tenMinutes * factor,
  perDay: day * factor,
})

/**
 * Takes amounts from the caller's network and then, of IPv6, from the networks around it. The narrowest comes first, so
 * that a client whose limit is used up cannot use up that of its neighbors.
 */
async function takeFromNetworks(
  context: PublicCapsContext,
  caller: PublicCaller,
  what: string,
  amountsFor: (factor: number) => readonly Amount[],
): Promise<Result<undefined, Refusal>> {
  for (const { network, factor } of countedNetworks(caller.clientNetwork ?? 'unknown')) {
    const whose = factor === 1 ? 'from this address' : 'from this network'
    const taken = await takeFrom(context, caller, { what, who: network }, whose, amountsFor(factor))
    if (!taken.ok) return taken
  }
  return ok(undefined)
}

const emailSubject = (
  what: string,
  { clientNetwork = 'unknown', email, phone = '' }: PublicCaller,
): Subject => ({ what, who: `${clientNetwork} ${email ?? phone}` })

/**
 * Takes amounts at the usual limits. Only if one is exceeded, the account is read: it may allow one
 * address more, as for an office.
 */
async function takeFrom(
  { deps }: PublicCapsContext,
  { accountId }: PublicCaller,
  subject: Subject,
  whose: string,
  amounts: readonly Amount[],
): Promise<Result<undefined, Refusal>> {
  const counter = { accountId, ...subject }
  const usual = await takeAmounts(deps, counter, amounts)
  if (usual.ok) return usual
  const { publicLimitFactor: factor } = await getAccount(deps, accountId)
  const taken = factor === 1 ? usual : await takeAmounts(deps, counter, raised(amounts, factor))
  if (taken.ok) return taken
  const { unit, max, window, retryAfterSeconds } = taken.refusal
  const what = unit.startsWith('day:') ? 'bookings of this provider on this date' : unit
  return refuse({
    code: 'rate_limited',
    reason: `Too many ${what} ${whose}: at most ${max} per ${window} without an API key. Retry in ${retryAfterSeconds} s, or contact the provider.`,
    retryAfterSeconds,
  })
}

const raised = (amounts: readonly Amount[], factor: number): readonly Amount[] =>
  amounts.map(({ perTenMinutes, perDay, ...amount }) => ({
    ...amount,
    ...(perTenMinutes !== undefined && { perTenMinutes: perTenMinutes * factor }),
    ...(perDay !== undefined && { perDay: perDay * factor }),
  }))
