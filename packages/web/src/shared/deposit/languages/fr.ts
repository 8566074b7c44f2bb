import type { DepositTexts } from '../messages.ts'

export default {
  name: 'Caution',
  asked: (amount) =>
    `Une caution de ${amount} est réservée sur votre carte avant votre arrivée. Elle n’est débitée qu’en cas de dégât.`,
  states: {
    due: 'Pas encore autorisée',
    authorized: 'Réservée sur votre carte, non débitée',
    captured: 'Débitée',
    released: 'Plus réservée',
    lapsed: 'Plus réservée',
  },
  authorize: (amount) => `Autoriser ${amount}`,
  taken: (amount) => `${amount} débités`,
  doneTitle: 'Caution autorisée',
  over: 'Plus rien n’est réservé sur votre carte.',
} satisfies DepositTexts
