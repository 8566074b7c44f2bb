import type { DepositTexts } from '../messages.ts'

export default {
  name: 'Kaucja',
  asked: (amount) =>
    `Przed przyjazdem na Twojej karcie zostanie zablokowana kaucja ${amount}. Zostanie pobrana tylko w razie szkody.`,
  states: {
    due: 'Jeszcze nieautoryzowana',
    authorized: 'Zablokowana na karcie, niepobrana',
    captured: 'Pobrana',
    released: 'Już niezablokowana',
    lapsed: 'Już niezablokowana',
  },
  authorize: (amount) => `Autoryzuj ${amount}`,
  taken: (amount) => `Pobrano ${amount}`,
  doneTitle: 'Kaucja autoryzowana',
  over: 'Na Twojej karcie nic już nie jest zablokowane.',
} satisfies DepositTexts
