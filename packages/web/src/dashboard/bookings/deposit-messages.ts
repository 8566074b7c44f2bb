import { catalog } from '../../shared/language.ts'

/** The texts about the security deposit of a stay. */
export const depositMessages = catalog({
  en: {
    title: 'Security deposit',
    states: {
      due: 'Not authorized yet',
      authorized: 'Authorized',
      captured: 'Taken',
      released: 'Released',
      lapsed: 'Lapsed',
    },
    asked: (days: number) =>
      days === 1
        ? 'The booker is asked for it by email a day before the arrival.'
        : `The booker is asked for it by email ${days} days before the arrival.`,
    lapsed: 'The bank ended the authorization. Nothing can be taken any more.',
    link: 'Open the page to authorize it',
    taken: (amount: string) => `${amount} taken`,
    take: 'Take an amount',
    release: 'Release',
    amount: 'Amount',
    most: (amount: string) => `Enter an amount above 0, at most ${amount}.`,
    reason: 'Reason',
    reasonHint: 'The booker reads it.',
    save: 'Take amount',
    takenToast: 'The amount is being taken',
    releasedToast: 'Security deposit released',
  },
  de: {
    title: 'Kaution',
    states: {
      due: 'Noch nicht freigegeben',
      authorized: 'Reserviert',
      captured: 'Einbehalten',
      released: 'Freigegeben',
      lapsed: 'Verfallen',
    },
    asked: (days: number) =>
      days === 1
        ? 'Der Gast wird einen Tag vor der Anreise per E-Mail darum gebeten.'
        : `Der Gast wird ${days} Tage vor der Anreise per E-Mail darum gebeten.`,
    lapsed: 'Die Bank hat die Reservierung beendet. Es lässt sich nichts mehr einbehalten.',
    link: 'Seite zum Freigeben öffnen',
    taken: (amount: string) => `${amount} einbehalten`,
    take: 'Betrag einbehalten',
    release: 'Freigeben',
    amount: 'Betrag',
    most: (amount: string) => `Geben Sie einen Betrag über 0 ein, höchstens ${amount}.`,
    reason: 'Grund',
    reasonHint: 'Der Gast liest ihn.',
    save: 'Betrag einbehalten',
    takenToast: 'Der Betrag wird einbehalten',
    releasedToast: 'Kaution freigegeben',
  },
})
