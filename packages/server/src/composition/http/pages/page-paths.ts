import { hasNeverBeenFree } from '../../../kernel/reserved-slugs.ts'
import { DASHBOARD, FRAMED, OWN, type PageHeaders, PRIVATE } from './page-policy.ts'
import type { PageSubject } from './page-subject.ts'

/** The page at a path: its built file, its headers and the resource in the path. */
export interface PlacedPage {
  readonly file: string
  readonly headers: PageHeaders
  /** True if the page is shown inside other sites. */
  readonly isEmbedded: boolean
  readonly subject?: PageSubject
}

interface PageKind {
  readonly path: RegExp
  readonly file: string
  readonly headers: PageHeaders
  /** Returns the resource that the captured parts of the path refer to. */
  readonly subject?: (...parts: readonly string[]) => PageSubject
  /** True if the path begins with the slug of a provider. */
  readonly isOfProvider?: true
}

const SLUG = '[a-z0-9]+(?:-[a-z0-9]+)*'

/** A path of slugs, each of which is captured, after a prefix. */
const slugs = (prefix: string, count: number): RegExp =>
  new RegExp(`^${prefix}${`/(${SLUG})`.repeat(count)}$`)

const eventType = (providerSlug = '', eventTypeSlug = ''): PageSubject => ({
  kind: 'event_type',
  providerSlug,
  eventTypeSlug,
})
const eventTypeOfAccount = (
  accountSlug = '',
  providerSlug = '',
  eventTypeSlug = '',
): PageSubject => ({ kind: 'event_type', accountSlug, providerSlug, eventTypeSlug })
const provider = (providerSlug = ''): PageSubject => ({ kind: 'provider', providerSlug })
const providerOfAccount = (accountSlug = '', providerSlug = ''): PageSubject => ({
  kind: 'provider',
  accountSlug,
  providerSlug,
})
const directory = (accountSlug = ''): PageSubject => ({ kind: 'directory', accountSlug })
const ownBookings = (accountSlug = ''): PageSubject => ({ kind: 'own_bookings', accountSlug })
const stays = (calendarId = ''): PageSubject => ({ kind: 'stays', calendarId })
const property = (propertyId = ''): PageSubject => ({ kind: 'property', propertyId })
const booking = (bookingId = ''): PageSubject => ({ kind: 'booking', bookingId })
const group = (groupId = ''): PageSubject => ({ kind: 'group', groupId })
const waitlistEntry = (entryId = ''): PageSubject => ({ kind: 'waitlist_entry', entryId })
const payment = (paymentId = ''): PageSubject => ({ kind: 'payment', paymentId })
const stay = (stayId = ''): PageSubject => ({ kind: 'stay', stayId })

const STAYS = '/stays/(cal_[a-z0-9]+)'

/** The pages. The first match wins. */
const PAGES: readonly PageKind[] = [
  { path: /^\/$/, file: 'home.html', headers: OWN },
  { path: /^\/directory$/, file: 'directory.html', headers: OWN },
  { path: /^\/sign-in$/, file: 'sign-in.html', headers: OWN },
  { path: /^\/dashboard(?:\/.*)?$/, file: 'dashboard.html', headers: DASHBOARD },
  { path: /^\/manage\/(bkg_[a-z0-9]+)$/, file: 'manage.html', headers: OWN, subject: booking },
  { path: /^\/manage\/(grp_[a-z0-9]+)$/, file: 'manage.html', headers: OWN, subject: group },
  {
    path: /^\/manage\/(wtl_[a-z0-9]+)$/,
    file: 'manage.html',
    headers: OWN,
    subject: waitlistEntry,
  },
  { path: slugs('/manage/a', 1), file: 'own-bookings.html', headers: OWN, subject: ownBookings },
  { path: /^\/pay\/(pay_[a-z0-9]+)$/, file: 'pay.html', headers: PRIVATE, subject: payment },
  { path: /^\/decide\/bkg_[a-z0-9]+$/, file: 'decide.html', headers: PRIVATE },
  { path: new RegExp(`^${STAYS}$`), file: 'stay.html', headers: OWN, subject: stays },
  { path: /^\/stays\/(ppt_[a-z0-9]+)$/, file: 'stay-search.html', headers: OWN, subject: property },
  {
    path: /^\/stays\/cal_[a-z0-9]+\/(cev_[a-z0-9]+)$/,
    file: 'guest-stay.html',
    headers: OWN,
    subject: stay,
  },
  {
    path: /^\/embed\/manage\/(bkg_[a-z0-9]+)$/,
    file: 'manage.html',
    headers: FRAMED,
    subject: booking,
  },
  { path: slugs('/embed', 2), file: 'booking.html', headers: FRAMED, subject: eventType },
  {
    path: slugs('/embed/a', 3),
    file: 'booking.html',
    headers: FRAMED,
    subject: eventTypeOfAccount,
  },
  { path: new RegExp(`^/embed${STAYS}$`), file: 'stay.html', headers: FRAMED, subject: stays },
  { path: slugs('/a', 1), file: 'directory.html', headers: OWN, subject: directory },
  { path: slugs('/a', 2), file: 'provider.html', headers: OWN, subject: providerOfAccount },
  { path: slugs('/a', 3), file: 'booking.html', headers: OWN, subject: eventTypeOfAccount },
  {
    path: slugs('', 1),
    file: 'provider.html',
    headers: OWN,
    subject: provider,
    isOfProvider: true,
  },
  {
    path: slugs('', 2),
    file: 'booking.html',
    headers: OWN,
    subject: eventType,
    isOfProvider: true,
  },
]

/**
 * The pages that a path can stand for, in the order in which to look for their resources. There are two for
 * `/a/{slug}`: version 1 allowed a provider with the slug `a`, whose event types keep their links, and for
 * all other slugs it is the directory of an account.
 */
export function pagesAt(path: string): readonly PlacedPage[] {
  const placed = PAGES.flatMap(({ path: pattern, subject, isOfProvider, ...kind }) => {
    const parts = pattern.exec(path)?.slice(1)
    const isTaken = isOfProvider && hasNeverBeenFree(parts?.[0] ?? '')
    if (parts === undefined || isTaken) return []
    const isEmbedded = kind.headers === FRAMED
    return [{ ...kind, isEmbedded, ...(subject && { subject: subject(...parts) }) }]
  })
  const [first, ...others] = placed
  if (first?.subject?.kind === 'directory') return [...others, first]
  return first ? [first] : []
}
