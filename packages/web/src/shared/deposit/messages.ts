import { texts } from '../language.ts'

/** The texts about the security deposit of a stay. */
export const depositMessages = texts('deposit', {
  name: 'Security deposit',
  asked: (amount: string) =>
    `A security deposit of ${amount} is reserved on your card before you arrive. It is not charged unless something is damaged.`,
  states: {
    due: 'Not authorized yet',
    authorized: 'Reserved on your card, not charged',
    captured: 'Charged',
    released: 'Not reserved any more',
    lapsed: 'Not reserved any more',
  },
  authorize: (amount: string) => `Authorize ${amount}`,
  taken: (amount: string) => `${amount} charged`,
  doneTitle: 'Security deposit authorized',
  over: 'Nothing is reserved on your card any more.',
})

/** The texts about the security deposit of a stay, in one language. */
export type DepositTexts = typeof depositMessages.en
