import { texts } from '../shared/language.ts'

/** The texts of the page on which guests book stays. */
export const stayMessages = texts('stay', {
  details: 'Your details',
  emailHint: "We'll send the confirmation and calendar invitation here.",
  book: 'Book stay',
  nightsTaken: (nights: string) => `Taken: ${nights}. Choose other dates.`,
  doneTitle: 'Stay booked',
  done: (name: string, email: string) =>
    `Booked for ${name}. We'll send the confirmation to ${email}.`,
  manage: 'Manage stay',
  manageHint: 'You can view, move or cancel your stay later. The link is also in your email.',
  another: 'Book another stay',
  pageTitle: (name: string) => `Stay at ${name}`,
})
