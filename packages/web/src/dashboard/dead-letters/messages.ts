import { catalogue } from '../../shared/language.ts'

export const deadLetterMessages = catalogue({
  en: {
    title: 'Dead letters',
    lead: 'Work on events that was given up after many tries: mails, webhooks, contacts. It is kept until it succeeds.',
    emptyTitle: 'Nothing was given up',
    empty: 'Whatever could not be done appears here, with the reason and a way to try again.',
    redrive: 'Try again',
    redriven: 'It is tried again',
    failed: (count: number) => (count === 1 ? '1 try' : `${count} tries`),
  },
  de: {
    title: 'Unzustellbares',
    lead: 'Arbeit an Ereignissen, die nach vielen Versuchen aufgegeben wurde: Mails, Webhooks, Kontakte. Sie bleibt, bis sie gelingt.',
    emptyTitle: 'Nichts wurde aufgegeben',
    empty:
      'Was nicht gelingt, erscheint hier mit dem Grund, und mit einem Weg, es noch einmal zu versuchen.',
    redrive: 'Noch einmal versuchen',
    redriven: 'Es wird noch einmal versucht',
    failed: (count: number) => (count === 1 ? '1 Versuch' : `${count} Versuche`),
  },
})
