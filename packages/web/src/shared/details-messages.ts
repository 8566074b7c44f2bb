import { texts } from './language.ts'

/** The texts of the details form. */
export const detailsMessages = texts('details', {
  name: 'Name',
  email: 'Email',
  note: 'Note (optional)',
  nameMissing: 'Enter your name',
  emailWrong: 'Enter an email address, such as ada@example.com',
  emailLetters:
    'Use only letters from a to z, digits and symbols before the @, such as ada@example.com',
  phone: 'Phone number',
  phoneHint: "We won't email you. Save the link that we show you at the end.",
  phoneWrong: 'Enter a phone number, such as +49 30 901820',
  usePhone: 'Use a phone number instead',
  useEmail: 'Use an email address instead',
  notAccepted: 'This was not accepted. Check it.',
})
