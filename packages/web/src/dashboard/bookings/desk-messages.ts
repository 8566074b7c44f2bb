import { catalog } from '../../shared/language.ts'

/** The texts of booking at the desk. */
export const deskMessages = catalog({
  en: {
    nameHint: 'People you know appear while you type a name, phone number or email address.',
    someoneElse: 'Someone else',
    anyone: (title: string) => `${title} · first free with anyone`,
    anything: 'Anything · first free with anyone',
    firstFree: 'First free',
    nobodyFree: 'Nobody is free in the next two months.',
    asksFirst: 'Event types that ask a question first are not listed here. Choose them above.',
    answerFirst: 'Answer the questions to see the available times.',
    continueWith: (title: string) => `Continue with ${title}`,
    price: (price: string) => `Price: ${price}`,
    leadsNowhere: 'This answer leads to an event type that is no longer offered.',
    walkIn: 'Walk-in',
    walkInLead: 'The first free time with anyone, without a name. Press Enter to book it.',
    instead: 'Nearest available',
    bookAnyway: 'Book anyway',
    moveAnyway: 'Move anyway',
  },
  de: {
    nameHint:
      'Bekannte Personen erscheinen, während Sie Name, Telefonnummer oder E-Mail-Adresse tippen.',
    someoneElse: 'Andere Person',
    anyone: (title: string) => `${title} · als Nächstes frei, egal bei wem`,
    anything: 'Irgendeine Terminart · als Nächstes frei, egal bei wem',
    firstFree: 'Als Nächstes frei',
    nobodyFree: 'In den nächsten zwei Monaten ist niemand frei.',
    asksFirst: 'Terminarten, die zuerst etwas fragen, stehen hier nicht. Wählen Sie sie oben aus.',
    answerFirst: 'Beantworten Sie die Fragen, um die freien Zeiten zu sehen.',
    continueWith: (title: string) => `Weiter mit ${title}`,
    price: (price: string) => `Preis: ${price}`,
    leadsNowhere: 'Diese Antwort führt zu einer Terminart, die nicht mehr angeboten wird.',
    walkIn: 'Ohne Termin',
    walkInLead:
      'Die nächste freie Zeit, egal bei wem, ohne Namen. Drücken Sie die Eingabetaste, um sie zu buchen.',
    instead: 'Nächste freie Zeiten',
    bookAnyway: 'Trotzdem buchen',
    moveAnyway: 'Trotzdem verschieben',
  },
})
