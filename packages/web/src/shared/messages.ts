import { catalog } from './language.ts'

/** The texts that any page may need. */
export const sharedMessages = catalog({
  en: {
    language: 'Language',
    languageName: 'English',
    hourCycle: 'Time format',
    hourCycles: { h23: '24 h', h12: '12 h' },
    firstWeekday: 'First day of the week',
    loading: 'Loading …',
    retry: 'Try again',
    offlineTitle: 'No connection',
    offline: "We can't reach the server. Check your connection and try again.",
    slow: 'This is taking longer than usual. Still trying …',
    busyTitle: 'Too many requests',
    busy: (seconds: number) =>
      `Your network sent too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    failedTitle: 'Something went wrong',
    failed: 'Try again in a moment.',
    reference: (id: string) => `Reference for support: ${id}`,
    partMissing: "Part of this page didn't load. Check your connection and try again.",
    crashed: 'This page stopped working. Reload it to continue.',
    reload: 'Reload page',
    notFoundTitle: 'Page not found',
    notFound: 'The link may be incomplete, or the page no longer exists.',
    poweredBy: 'Scheduling by Holdfast',
  },
  de: {
    language: 'Sprache',
    languageName: 'Deutsch',
    hourCycle: 'Uhrzeit',
    hourCycles: { h23: '24 h', h12: '12 h' },
    firstWeekday: 'Erster Wochentag',
    loading: 'Wird geladen …',
    retry: 'Erneut versuchen',
    offlineTitle: 'Keine Verbindung',
    offline:
      'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    slow: 'Das dauert länger als sonst. Wir versuchen es weiter …',
    busyTitle: 'Zu viele Anfragen',
    busy: (seconds: number) =>
      `Aus Ihrem Netz kamen zu viele Anfragen. Versuchen Sie es in ${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'} noch einmal.`,
    failedTitle: 'Etwas ist schiefgegangen',
    failed: 'Versuchen Sie es gleich noch einmal.',
    reference: (id: string) => `Referenz für den Support: ${id}`,
    partMissing:
      'Ein Teil dieser Seite wurde nicht geladen. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    crashed: 'Diese Seite funktioniert nicht mehr. Laden Sie sie neu.',
    reload: 'Seite neu laden',
    notFoundTitle: 'Seite nicht gefunden',
    notFound: 'Der Link ist vielleicht unvollständig, oder die Seite gibt es nicht mehr.',
    poweredBy: 'Terminbuchung mit Holdfast',
  },
})
