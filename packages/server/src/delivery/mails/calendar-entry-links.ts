import { daysOfBooking, placeText } from '@holdfast/engine'
import type { Message, Words } from '../texts.ts'
import { titleOf } from './invitation.ts'
import type { LinkList } from './mail-body.ts'
import type { MailContext, Recipient } from './mail-context.ts'
import { placeForAll } from './place.ts'

/** The messages after which a reader enters a booking into a calendar. */
const WITH_LINKS: readonly Message[] = ['confirmed', 'rescheduled', 'otherService', 'invited']

/** An instant as iCalendar writes it: `20260427T090000Z` (RFC 5545 §3.3.5). */
const compact = (epochSeconds: number): string =>
  `${iso(epochSeconds).slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const iso = (epochSeconds: number): string => new Date(epochSeconds * 1000).toISOString()

/**
 * Links that enter a booking into calendars on the web, for bookers and guests whose program does not show the
 * invitation of the email. Apple's calendar and others open the file that is attached. Nobody but the provider
 * reads what a stranger wrote.
 */
export function calendarEntryLinks(
  context: MailContext,
  recipient: Recipient,
  message: Message,
  { language, links }: Words,
): LinkList | undefined {
  if (recipient === 'provider' || !WITH_LINKS.includes(message)) return undefined
  // A link enters one time, which would take the nights.
  if (daysOfBooking(context.booking)) return undefined
  const { startEpochSeconds: start, endEpochSeconds: end } = context.booking
  const title = titleOf(context, language)
  const place = placeForAll(context)
  const location = place ? [placeText(place), place.url].filter(Boolean).join(' ') : ''
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(start)}/${compact(end)}`,
    ...(location !== '' && { location }),
  })
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: iso(start),
    enddt: iso(end),
    ...(location !== '' && { location }),
  })
  return {
    label: links.addToCalendar,
    links: [
      { url: `https://calendar.google.com/calendar/render?${google}`, label: 'Google' },
      { url: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}`, label: 'Outlook' },
    ],
  }
}
