import { catalog } from '../../shared/language.ts'

/** The texts of deposits and cancellation of a rate plan. */
export const planTermMessages = catalog({
  en: {
    title: 'Deposit and cancellation',
    lead: 'Both apply if guests pay online. Without cancellation rules, those of the unit apply. Stays keep the rules they were booked with.',
    count: (count: number) =>
      count === 0 ? 'Cancellation as set for the unit' : count === 1 ? '1 rule' : `${count} rules`,
    deposit: 'Paid when booking',
    deposits: {
      type: 'As set for the unit',
      percent: 'A percentage',
      amount: 'An amount',
      nights: 'The first nights',
    },
    amount: 'Amount',
    percent: 'Percent',
    nights: 'How many nights',
    balanceDue: 'The rest is due how many days before arrival (empty: no date)',
    balanceCancel: 'Cancel unpaid stays how many days later (empty: never)',
    rules: {
      one: (number: number) => `Late cancellation ${number}`,
      add: 'Add cancellation rule',
      remove: (number: number) => `Remove rule ${number}`,
    },
    days: 'From how many days before arrival (empty: always)',
    time: 'At (empty: time of check-in)',
    penaltyKind: 'Guests pay',
    penalties: { percent: 'Percent of what they paid', nights: 'The first nights' },
    penalty: 'How much',
  },
  de: {
    title: 'Anzahlung und Stornierung',
    lead: 'Beides gilt, wenn Gäste online zahlen. Ohne eigene Stornierungsregeln gelten die der Einheit. Für gebuchte Aufenthalte gelten weiter die Regeln, mit denen sie gebucht wurden.',
    count: (count: number) =>
      count === 0 ? 'Stornierung wie bei der Einheit' : count === 1 ? '1 Regel' : `${count} Regeln`,
    deposit: 'Bei der Buchung zu zahlen',
    deposits: {
      type: 'Wie bei der Einheit',
      percent: 'Ein Prozentsatz',
      amount: 'Ein Betrag',
      nights: 'Die ersten Nächte',
    },
    amount: 'Betrag',
    percent: 'Prozent',
    nights: 'Wie viele Nächte',
    balanceDue: 'Der Rest ist wie viele Tage vor der Anreise fällig (leer: kein Datum)',
    balanceCancel: 'Unbezahlte Aufenthalte wie viele Tage später stornieren (leer: nie)',
    rules: {
      one: (number: number) => `Späte Stornierung ${number}`,
      add: 'Stornierungsregel hinzufügen',
      remove: (number: number) => `Regel ${number} entfernen`,
    },
    days: 'Ab wie vielen Tagen vor der Anreise (leer: immer)',
    time: 'Um (leer: Zeit des Check-ins)',
    penaltyKind: 'Gäste zahlen',
    penalties: { percent: 'Prozent des Bezahlten', nights: 'Die ersten Nächte' },
    penalty: 'Wie viel',
  },
})
