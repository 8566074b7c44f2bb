import { type Caller, hasProved } from '../../kernel/caller.ts'

/** The largest number within ten minutes and within a UTC day. */
export interface WindowCap {
  readonly tenMinutes: number
  readonly day: number
}

/**
 * What callers without an API key may take of one account. An address is an IPv4 address or an IPv6 /64
 * network; the /56 and /48 networks around it have more (`countedNetworks`). Nothing that is cancelled, confirmed or expired is given back within its window.
 */
export interface PublicCaps {
  /** Bookings of one address, held or confirmed. */
  readonly bookings: WindowCap
  /** Bookings of one address for one email address. */
  readonly bookingsPerEmail: WindowCap
  /** Stays of one address. */
  readonly stays: WindowCap
  /** Stays of one address for one email address. */
  readonly staysPerEmail: WindowCap
  /** Nights of one address, over all its stays. */
  readonly nights: WindowCap
  /**
   * Bookings, stays and entries of wait lists of one account that all callers together take without a proof of work.
   * Beyond it, calls need one until the window ends.
   */
  readonly withoutProof: WindowCap
  /** The share of one provider's day that one address may take within a UTC day, in percent. */
  readonly dayShare: number
  /** Emails an hour to one address whose owner did not prove to be the booker or guest. */
  readonly mails: number
  /** Emails an hour to one address about moves of one booking or stay. */
  readonly movedMails: number
}

/**
 * What a caller without an API key must show: `email`, a link that was followed in an email; `pow`, a
 * solved proof of work.
 */
export type PublicGuard = 'email' | 'pow'

/**
 * The default of `withoutProof`: what 20 addresses may take in ten minutes, and 40 within a day. So no single address
 * reaches it, however large `bookings` is.
 */
export const withoutProofFor = ({ tenMinutes, day }: WindowCap): WindowCap => ({
  tenMinutes: 20 * tenMinutes,
  day: 40 * day,
})

/** The default caps: enough for a family or a small office behind one address. */
export const PUBLIC_CAPS: PublicCaps = {
  bookings: { tenMinutes: 10, day: 50 },
  bookingsPerEmail: { tenMinutes: 6, day: 20 },
  stays: { tenMinutes: 5, day: 10 },
  staysPerEmail: { tenMinutes: 3, day: 5 },
  nights: { tenMinutes: 62, day: 62 },
  withoutProof: withoutProofFor({ tenMinutes: 10, day: 50 }),
  dayShare: 50,
  mails: 20,
  movedMails: 6,
}

/** Whether a booker has to prove the address by a link in an email: unless the sign-in proved it. */
export const mustProveEmail = (
  guard: PublicGuard | undefined,
  caller: Pick<Caller, 'booker'>,
  booker: { readonly email?: string | undefined } | undefined,
): boolean => guard === 'email' && !(booker && hasProved(caller, booker))

declare module '../../kernel/http/context.ts' {
  interface HttpSettings {
    /** What callers without an API key may take. Default: `PUBLIC_CAPS`. */
    readonly publicCaps?: PublicCaps
    /** What callers without an API key must show before a booking stands. Default: nothing. */
    readonly publicGuard?: PublicGuard
  }
}
