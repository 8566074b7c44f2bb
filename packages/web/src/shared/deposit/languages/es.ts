import type { DepositTexts } from '../messages.ts'

export default {
  name: 'Fianza',
  asked: (amount) =>
    `Antes de su llegada se reserva en su tarjeta una fianza de ${amount}. Solo se cobra si algo sufre daños.`,
  states: {
    due: 'Aún no autorizada',
    authorized: 'Reservada en su tarjeta, sin cobrar',
    captured: 'Cobrada',
    released: 'Ya no está reservada',
    lapsed: 'Ya no está reservada',
  },
  authorize: (amount) => `Autorizar ${amount}`,
  taken: (amount) => `${amount} cobrados`,
  doneTitle: 'Fianza autorizada',
  over: 'Ya no hay nada reservado en su tarjeta.',
} satisfies DepositTexts
