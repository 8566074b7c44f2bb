import { catalogue } from './language.ts'

/** The texts that every page may need. */
export const sharedMessages = catalogue({
  en: {
    language: 'Language',
    languageName: 'English',
    loading: 'Loading …',
    retry: 'Try again',
    offlineTitle: 'No connection',
    offline: 'The server could not be reached. Check your connection and try again.',
    slow: 'This is taking longer than usual. Still trying …',
    busyTitle: 'Too many requests',
    busy: (seconds: number) =>
      `There were too many requests from your network. Please try again in ${seconds} s.`,
    failedTitle: 'Something went wrong',
    failed: 'The server could not answer. Please try again in a moment.',
    reference: (id: string) => `Reference for support: ${id}`,
    crashed: 'This page has stopped working. Loading it again usually helps.',
    reload: 'Load again',
    notFoundTitle: 'There is nothing here',
    notFound: 'The link may be incomplete, or what it led to is no longer offered.',
    poweredBy: 'Scheduling by Holdfast',
  },
  de: {
    language: 'Sprache',
    languageName: 'Deutsch',
    loading: 'Wird geladen …',
    retry: 'Noch einmal versuchen',
    offlineTitle: 'Keine Verbindung',
    offline:
      'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    slow: 'Das dauert länger als sonst. Wir versuchen es weiter …',
    busyTitle: 'Zu viele Anfragen',
    busy: (seconds: number) =>
      `Aus Ihrem Netz kamen zu viele Anfragen. Bitte versuchen Sie es in ${seconds} s noch einmal.`,
    failedTitle: 'Etwas ist schiefgegangen',
    failed: 'Der Server konnte nicht antworten. Bitte versuchen Sie es gleich noch einmal.',
    reference: (id: string) => `Kennung für Rückfragen: ${id}`,
    crashed: 'Diese Seite funktioniert nicht mehr. Neu laden hilft meistens.',
    reload: 'Neu laden',
    notFoundTitle: 'Hier ist nichts',
    notFound: 'Der Link ist vielleicht unvollständig, oder das Angebot gibt es nicht mehr.',
    poweredBy: 'Terminvergabe mit Holdfast',
  },
})
