import { catalog } from '../../shared/language.ts'
import type { MessageKind } from './email-queries.ts'

/** What a kind of email is called, and when it is sent. */
export interface KindTexts {
  readonly name: string
  readonly sent: string
}

type KindCatalog = Readonly<Record<MessageKind, KindTexts>>

const ENGLISH: KindCatalog = {
  email_confirmation: {
    name: 'Confirm your email',
    sent: 'When a booking has to be confirmed by a link.',
  },
  request_received: { name: 'Request received', sent: 'When a request waits for approval.' },
  confirmed: { name: 'Booking confirmed', sent: 'When a booking is confirmed.' },
  rescheduled: { name: 'New time', sent: 'When a booking is rescheduled.' },
  reassigned: { name: 'New provider', sent: 'When a booking is given to someone else.' },
  relocated: { name: 'New location', sent: 'When the location of a booking changes.' },
  link_ready: { name: 'Link to join', sent: 'When the link of an online booking is ready later.' },
  clocks_changed: {
    name: 'Clock change',
    sent: 'When the law on clock changes moves a booking.',
  },
  cancelled: { name: 'Booking cancelled', sent: 'When a booking is cancelled.' },
  request_expired: { name: 'Request expired', sent: 'When nobody answered a request in time.' },
  reminder: { name: 'Reminder', sent: 'Before a booking starts.' },
  thank_you: { name: 'Thank you', sent: 'After a completed booking, if switched on.' },
  no_show: { name: 'We missed you', sent: 'After a no-show, if switched on.' },
  provider_approval_needed: { name: 'Approval needed', sent: 'When a request waits for approval.' },
  provider_new_booking: { name: 'New booking', sent: 'When a booking is confirmed.' },
  provider_rescheduled: { name: 'New time', sent: 'When a booking is rescheduled.' },
  provider_team_changed: {
    name: 'People changed',
    sent: 'When the people or rooms of a booking change.',
  },
  provider_withdrawn: { name: 'Booking reassigned', sent: 'When someone else takes over.' },
  provider_relocated: { name: 'New location', sent: 'When the location of a booking changes.' },
  provider_link_ready: {
    name: 'Link to join',
    sent: 'When the link of an online booking is ready later.',
  },
  provider_clocks_changed: {
    name: 'Clock change',
    sent: 'When the law on clock changes moves a booking.',
  },
  provider_time_conflict: {
    name: 'Reschedule needed',
    sent: 'When a booking cannot keep its local time.',
  },
  provider_cancelled: { name: 'Booking cancelled', sent: 'When a booking is cancelled.' },
  provider_request_expired: {
    name: 'Request expired',
    sent: 'When nobody answered a request in time.',
  },
  waitlist_email_confirmation: {
    name: 'Confirm your place on the wait list',
    sent: 'When somebody has to confirm their email address first.',
  },
  waitlist_joined: { name: 'On the wait list', sent: 'When somebody joins a wait list.' },
  waitlist_offered: {
    name: 'A time became free',
    sent: 'When a time is held for the first person in line.',
  },
  waitlist_lapsed: { name: 'Offer lapsed', sent: 'When an offer was not confirmed in time.' },
  waitlist_ended: {
    name: 'Wait list ended',
    sent: 'When no time was found, three offers lapsed, or the class was cancelled.',
  },
  stay_confirmed: { name: 'Stay booked', sent: 'When a guest books a stay.' },
  stay_rescheduled: { name: 'New dates', sent: 'When the dates of a stay change.' },
  stay_cancelled: { name: 'Stay cancelled', sent: 'When a stay is cancelled.' },
}

const GERMAN: KindCatalog = {
  email_confirmation: {
    name: 'E-Mail bestätigen',
    sent: 'Wenn eine Buchung über einen Link bestätigt werden muss.',
  },
  request_received: { name: 'Anfrage erhalten', sent: 'Wenn eine Anfrage auf Zusage wartet.' },
  confirmed: { name: 'Buchung bestätigt', sent: 'Wenn eine Buchung bestätigt ist.' },
  rescheduled: { name: 'Neue Zeit', sent: 'Wenn eine Buchung verschoben wird.' },
  reassigned: { name: 'Neuer Anbieter', sent: 'Wenn jemand anderes die Buchung übernimmt.' },
  relocated: { name: 'Neuer Ort', sent: 'Wenn sich der Ort einer Buchung ändert.' },
  link_ready: {
    name: 'Link zur Teilnahme',
    sent: 'Wenn der Link einer Online-Buchung erst später bereit ist.',
  },
  clocks_changed: {
    name: 'Zeitumstellung',
    sent: 'Wenn neue Regeln für die Zeitumstellung eine Buchung verschieben.',
  },
  cancelled: { name: 'Buchung abgesagt', sent: 'Wenn eine Buchung abgesagt wird.' },
  request_expired: {
    name: 'Anfrage abgelaufen',
    sent: 'Wenn niemand rechtzeitig auf eine Anfrage geantwortet hat.',
  },
  reminder: { name: 'Erinnerung', sent: 'Vor dem Beginn einer Buchung.' },
  thank_you: { name: 'Danke', sent: 'Nach einer erledigten Buchung, falls eingeschaltet.' },
  no_show: { name: 'Nicht erschienen', sent: 'Nach einem Nichterscheinen, falls eingeschaltet.' },
  provider_approval_needed: {
    name: 'Zusage erforderlich',
    sent: 'Wenn eine Anfrage auf Zusage wartet.',
  },
  provider_new_booking: { name: 'Neue Buchung', sent: 'Wenn eine Buchung bestätigt ist.' },
  provider_rescheduled: { name: 'Neue Zeit', sent: 'Wenn eine Buchung verschoben wird.' },
  provider_team_changed: {
    name: 'Beteiligte geändert',
    sent: 'Wenn sich die Personen oder Räume einer Buchung ändern.',
  },
  provider_withdrawn: {
    name: 'Buchung abgegeben',
    sent: 'Wenn jemand anderes eine Buchung übernimmt.',
  },
  provider_relocated: { name: 'Neuer Ort', sent: 'Wenn sich der Ort einer Buchung ändert.' },
  provider_link_ready: {
    name: 'Link zur Teilnahme',
    sent: 'Wenn der Link einer Online-Buchung erst später bereit ist.',
  },
  provider_clocks_changed: {
    name: 'Zeitumstellung',
    sent: 'Wenn neue Regeln für die Zeitumstellung eine Buchung verschieben.',
  },
  provider_time_conflict: {
    name: 'Bitte verschieben',
    sent: 'Wenn eine Buchung ihre Ortszeit nicht behalten kann.',
  },
  provider_cancelled: { name: 'Buchung abgesagt', sent: 'Wenn eine Buchung abgesagt wird.' },
  provider_request_expired: {
    name: 'Anfrage abgelaufen',
    sent: 'Wenn niemand rechtzeitig auf eine Anfrage geantwortet hat.',
  },
  waitlist_email_confirmation: {
    name: 'Platz auf der Warteliste bestätigen',
    sent: 'Wenn jemand zuerst die E-Mail-Adresse bestätigen muss.',
  },
  waitlist_joined: {
    name: 'Auf der Warteliste',
    sent: 'Wenn sich jemand auf eine Warteliste setzt.',
  },
  waitlist_offered: {
    name: 'Eine Zeit ist frei geworden',
    sent: 'Wenn eine Zeit für die erste Person in der Reihe reserviert ist.',
  },
  waitlist_lapsed: {
    name: 'Angebot verfallen',
    sent: 'Wenn ein Angebot nicht rechtzeitig bestätigt wurde.',
  },
  waitlist_ended: {
    name: 'Warten beendet',
    sent: 'Wenn sich keine Zeit fand, drei Angebote verfallen sind oder der Kurs ausfällt.',
  },
  stay_confirmed: { name: 'Aufenthalt gebucht', sent: 'Wenn ein Gast einen Aufenthalt bucht.' },
  stay_rescheduled: {
    name: 'Neuer Zeitraum',
    sent: 'Wenn sich der Zeitraum eines Aufenthalts ändert.',
  },
  stay_cancelled: { name: 'Aufenthalt abgesagt', sent: 'Wenn ein Aufenthalt abgesagt wird.' },
}

/** The kinds of emails. */
export const kindMessages = catalog<KindCatalog>({ en: ENGLISH, de: GERMAN })
