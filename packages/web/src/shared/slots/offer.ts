import type { PublicEventType, Slot } from '@holdfast/contracts'
import { ApiError, api, bearer, unwrap } from '../api/api.ts'
import { asBooker, type SignedInBooker } from '../api/booker-session.ts'
import { inAccount } from '../page-path.ts'
import { eventTypeCall, type OfferRange, pageCall, slugsOf } from './event-type-call.ts'

/**
 * Where the times of a page come from: an event type, or the dates that a provider opened. The path is that of
 * the page, such as `/ada/check-up` or `/a/lakeside/ada/check-up`.
 */
export interface OfferSource {
  readonly kind: 'event_type' | 'opened'
  readonly path: string
  /** The booking to move, with its manage token. Its own time counts as free. Absent: a new one. */
  readonly moving?: { readonly id: string; readonly start: string; readonly token: string }
}

/** What can be booked on a page. */
export interface Offer
  extends Pick<
    PublicEventType,
    | 'description'
    | 'confirmation'
    | 'provider'
    | 'durationOptionsMinutes'
    | 'locations'
    | 'questions'
    | 'leads'
    | 'payment'
    | 'priceRange'
    | 'durationsMinutes'
    | 'seats'
    | 'release'
    | 'waitlist'
    | 'color'
    | 'grain'
    | 'ratePlanIds'
    | 'canAddServices'
    | 'photos'
    | 'securityDeposit'
  > {
  /** Whom a booker may choose, by requirement. */
  readonly choices: readonly PublicEventType['choices'][number][]
  /** Names what is booked in a request. */
  readonly target:
    | { readonly eventTypeId: string }
    | { readonly providerSlug: string; readonly accountSlug?: string }
  /** Null for times that a provider opened: they have no title and no common duration. */
  readonly title: string | null
  readonly durationMinutes: number | null
  /** Null: the account has no slug, so that nobody signs in there. */
  readonly accountSlug: string | null
  /** Whether a booker can give a phone number instead of an email address. */
  readonly takesPhones: boolean
  /** The services of a visit, in order. Absent: it is one service. */
  readonly parts?: readonly { readonly eventTypeId: string; readonly title: string }[]
}

/** Whether an account takes a phone number instead of an email address. */
const takesPhones = ({ bookerContact }: PublicEventType['account']): boolean =>
  bookerContact === 'emailOrPhone'

/** An offer with its available times of a range. */
export interface LoadedOffer {
  readonly offer: Offer
  readonly slots: readonly Slot[]
  /** The start of the first time that was left out, if there were too many. */
  readonly nextFrom: string | undefined
}

/** How an offer is loaded. */
export interface Loading {
  /** The booker who is signed in, whose times and prices count. */
  readonly booker: SignedInBooker | undefined
  readonly signal: AbortSignal
}

/** Loads an event type. A duration or an answer that it does not have, from an old link, counts as none. */
async function loadEventType(
  path: string,
  range: OfferRange,
  { booker, signal }: Loading,
): Promise<LoadedOffer> {
  const request = (wanted: OfferRange) =>
    asBooker(booker, (headers) => requestEventType(path, wanted, { headers, signal }))
  try {
    return await request(range)
  } catch (error) {
    const isWrong = error instanceof ApiError && error.code === 'validation_failed'
    if (!isWrong || (range.durationMinutes === undefined && range.answer === undefined)) throw error
    return request({ ...range, durationMinutes: undefined, answer: undefined })
  }
}

async function requestEventType(
  path: string,
  range: OfferRange,
  options: { readonly headers: { readonly authorization?: string }; readonly signal: AbortSignal },
): Promise<LoadedOffer> {
  const found = await unwrap(
    api.GET('/v1/public/{providerSlug}/{eventTypeSlug}', {
      params: eventTypeCall(path, range),
      ...options,
    }),
  )
  const { slots = [], slotsNextFrom, ...eventType } = found
  return { offer: offerOf(eventType), slots, nextFrom: slotsNextFrom }
}

function offerOf({ id, account, ...rest }: PublicEventType): Offer {
  const ofAccount = { accountSlug: account.slug, takesPhones: takesPhones(account) }
  return { ...rest, target: { eventTypeId: id }, ...ofAccount }
}

/** Loads the event type of a booking with the times to which it can move, other than the one that it has. */
async function loadMove(
  path: string,
  { id, start, token }: NonNullable<OfferSource['moving']>,
  { from, to, timeZone, providerId }: OfferRange,
  signal: AbortSignal,
): Promise<LoadedOffer> {
  const query = { from, to, timeZone, ...(providerId !== undefined && { providerId }) }
  const [found, { data, nextFrom }] = await Promise.all([
    unwrap(
      api.GET('/v1/public/{providerSlug}/{eventTypeSlug}', { params: pageCall(path), signal }),
    ),
    unwrap(
      api.GET('/v1/bookings/{id}/slots', {
        params: { path: { id }, query },
        headers: bearer(token),
        signal,
      }),
    ),
  ])
  return { offer: offerOf(found), slots: startsOtherThan(start, data), nextFrom }
}

/** The slots of a list without those at the present start of a booking. */
export const startsOtherThan = (start: string, slots: readonly Slot[]): readonly Slot[] =>
  slots.filter((slot) => Date.parse(slot.start) !== Date.parse(start))

async function loadOpened(
  pagePath: string,
  { from, to, timeZone }: OfferRange,
  signal: AbortSignal,
): Promise<LoadedOffer> {
  const [providerSlug = '', accountSlug] = slugsOf(pagePath)
  const query = inAccount(accountSlug)
  const path = { providerSlug }
  const slots = { path, query: { ...query, from, to, timeZone } }
  const [provider, { data, nextFrom }] = await Promise.all([
    unwrap(api.GET('/v1/public/{providerSlug}', { params: { path, query }, signal })),
    unwrap(api.GET('/v1/public/{providerSlug}/opened-slots', { params: slots, signal })),
  ])
  const target = { providerSlug, ...query }
  const offer = {
    target,
    accountSlug: provider.account.slug,
    takesPhones: takesPhones(provider.account),
    title: null,
    description: null,
    durationMinutes: null,
    confirmation: 'hold' as const,
    provider,
    choices: [],
    durationOptionsMinutes: null,
    locations: [],
    questions: [],
    leads: [],
    payment: null,
    priceRange: null,
    durationsMinutes: [],
    release: null,
    waitlist: null,
    seats: null,
    color: null,
    grain: 'time' as const,
    ratePlanIds: [],
    canAddServices: false,
    photos: [],
    securityDeposit: null,
  }
  return { offer, slots: data, nextFrom }
}

/** Loads an offer with its available times. */
export function loadOffer(
  { kind, path, moving }: OfferSource,
  range: OfferRange,
  loading: Loading,
): Promise<LoadedOffer> {
  if (kind === 'opened') return loadOpened(path, range, loading.signal)
  return moving
    ? loadMove(path, moving, range, loading.signal)
    : loadEventType(path, range, loading)
}
