import { catalog } from '../../shared/language.ts'

/** The texts of deposits and cancellation of a rate plan. */
export const planTermMessages = catalog({
  en: {
    title: 'Deposit and cancellation',
    lead: 'Both count if guests pay online. Without rules for cancellation, those of what guests book count. Stays keep the rules with which they were booked.',
    count: (count: number) =>
      count === 0 ? 'As what guests book says' : count === 1 ? '1 rule' : `${count} rules`,
    deposit: 'Paid when booking',
    deposits: {
      type: 'As what guests book says',
      percent: 'A percentage',
      amount: 'An amount',
      nights: 'The first nights',
    },
    amount: 'Amount',
    percent: 'Percent',
    nights: 'How many nights',
    rules: {
      one: (number: number) => `Late cancellation ${number}`,
      add: 'Add rule for cancellation',
      remove: (number: number) => `Remove rule ${number}`,
    },
    days: 'From how many days before arrival (empty: always)',
    time: 'At (empty: time of check-in)',
    penalty: 'Guests pay (percent)',
  },
  de: {
    title: 'Anzahlung und Stornierung',
    lead: 'Beides gilt, wenn Gäste online zahlen. Ohne Regeln zur Stornierung gelten die dessen, was Gäste buchen. Aufenthalte behalten die Regeln, mit denen sie gebucht wurden.',
    count: (count: number) =>
      count === 0 ? 'Wie bei der Buchung festgelegt' : count === 1 ? '1 Regel' : `${count} Regeln`,
    deposit: 'Bei der Buchung zu zahlen',
    deposits: {
      type: 'Wie bei der Buchung festgelegt',
      percent: 'Ein Prozentsatz',
      amount: 'Ein Betrag',
      nights: 'Die ersten Nächte',
    },
    amount: 'Betrag',
    percent: 'Prozent',
    nights: 'Wie viele Nächte',
    rules: {
      one: (number: number) => `Späte Stornierung ${number}`,
      add: 'Regel zur Stornierung hinzufügen',
      remove: (number: number) => `Regel ${number} entfernen`,
    },
    days: 'Ab wie vielen Tagen vor der Anreise (leer: immer)',
    time: 'Um (leer: Zeit des Check-ins)',
    penalty: 'Gäste zahlen (Prozent)',
  },
})
