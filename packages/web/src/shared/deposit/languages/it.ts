import type { DepositTexts } from '../messages.ts'

export default {
  name: 'Cauzione',
  asked: (amount) =>
    `Prima del Suo arrivo viene riservata sulla Sua carta una cauzione di ${amount}. Viene addebitata solo se qualcosa è danneggiato.`,
  states: {
    due: 'Non ancora autorizzata',
    authorized: 'Riservata sulla Sua carta, non addebitata',
    captured: 'Addebitata',
    released: 'Non più riservata',
    lapsed: 'Non più riservata',
  },
  authorize: (amount) => `Autorizza ${amount}`,
  taken: (amount) => `${amount} addebitati`,
  doneTitle: 'Cauzione autorizzata',
  over: 'Sulla Sua carta non è più riservato nulla.',
} satisfies DepositTexts
