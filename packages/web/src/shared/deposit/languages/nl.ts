import type { DepositTexts } from '../messages.ts'

export default {
  name: 'Borg',
  asked: (amount) =>
    `Voor uw aankomst wordt een borg van ${amount} op uw kaart gereserveerd. Die wordt alleen afgeschreven als er iets beschadigd is.`,
  states: {
    due: 'Nog niet geautoriseerd',
    authorized: 'Op uw kaart gereserveerd, niet afgeschreven',
    captured: 'Afgeschreven',
    released: 'Niet meer gereserveerd',
    lapsed: 'Niet meer gereserveerd',
  },
  authorize: (amount) => `${amount} autoriseren`,
  taken: (amount) => `${amount} afgeschreven`,
  doneTitle: 'Borg geautoriseerd',
  over: 'Er is niets meer op uw kaart gereserveerd.',
} satisfies DepositTexts
