import { catalog } from '../../shared/language.ts'

/** The texts of the page of dead letters. */
export const deadLetterMessages = catalog({
  en: {
    title: 'Failed deliveries',
    lead: 'Emails, webhooks and contact updates that failed repeatedly. They stay here until a retry succeeds.',
    emptyTitle: 'No failed deliveries',
    empty: 'If a delivery fails, you can see the error and try again here.',
    redrive: 'Try again',
    redriven: 'Trying again',
    attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  },
  de: {
    title: 'Zustellfehler',
    lead: 'E-Mails, Webhooks und Kontaktaktualisierungen, die mehrmals fehlgeschlagen sind. Sie bleiben hier, bis ein neuer Versuch gelingt.',
    emptyTitle: 'Keine Zustellfehler',
    empty:
      'Wenn eine Zustellung fehlschlägt, sehen Sie hier den Fehler und können es erneut versuchen.',
    redrive: 'Erneut versuchen',
    redriven: 'Neuer Versuch läuft',
    attempts: (count: number) => (count === 1 ? '1 Versuch' : `${count} Versuche`),
  },
})
