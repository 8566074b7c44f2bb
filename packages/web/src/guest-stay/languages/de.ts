import shared from '../../shared/languages/de.ts'
import type { GuestStayTranslations } from '../translations.ts'

export default {
  ...shared,
  guestStay: {
    title: 'Ihr Aufenthalt',
    status: { confirmed: 'Bestätigt', cancelled: 'Abgesagt' },
    arrival: 'Anreise',
    departure: 'Abreise',
    who: 'Gebucht von',
    event: (house: string) => `Aufenthalt: ${house}`,
    begun: 'Ihr Aufenthalt hat begonnen. Sie können ihn hier nicht mehr ändern.',
    move: 'Zeitraum ändern',
    moved: 'Zeitraum geändert',
    movedNote: 'Wir senden Ihnen die neue Kalendereinladung per E-Mail.',
    cancel: 'Aufenthalt absagen',
    cancelTitle: 'Diesen Aufenthalt absagen?',
    cancelNote: 'Andere können diese Nächte dann buchen. Das lässt sich nicht rückgängig machen.',
    keep: 'Aufenthalt behalten',
    cancelYes: 'Ja, absagen',
    cancelled: 'Aufenthalt abgesagt',
    changedTitle: 'Ihr Aufenthalt wurde geändert',
    changed: 'Das sind die aktuellen Angaben.',
    again: 'Weiteren Aufenthalt buchen',
    goneTitle: 'Dieser Aufenthalt wurde abgesagt',
    gone: 'Die Nächte sind wieder frei.',
    linkTitle: 'Dieser Link funktioniert nicht',
    link: 'Vielleicht ist er unvollständig. Öffnen Sie ihn noch einmal aus Ihrer E-Mail oder kopieren Sie ihn vollständig.',
  },
} satisfies GuestStayTranslations
