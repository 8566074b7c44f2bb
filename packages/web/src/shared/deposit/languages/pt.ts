import type { DepositTexts } from '../messages.ts'

export default {
  name: 'Caução',
  asked: (amount) =>
    `Antes da sua chegada, é reservada no seu cartão uma caução de ${amount}. Só é cobrada se houver danos.`,
  states: {
    due: 'Ainda não autorizada',
    authorized: 'Reservada no seu cartão, não cobrada',
    captured: 'Cobrada',
    released: 'Já não está reservada',
    lapsed: 'Já não está reservada',
  },
  authorize: (amount) => `Autorizar ${amount}`,
  taken: (amount) => `${amount} cobrados`,
  doneTitle: 'Caução autorizada',
  over: 'Já não há nada reservado no seu cartão.',
} satisfies DepositTexts
