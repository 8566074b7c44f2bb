import { expect, test } from 'vitest'
import { contactErrors } from './contact-field.tsx'

const TEXTS = {
  emailWrong: 'not an address',
  emailLetters: 'other letters',
  phoneWrong: 'no phone',
}
const errorsOf = (email: string) =>
  contactErrors({ name: 'Ada', email, note: '' }, undefined, TEXTS)

test.each([
  ['grace+tag@example.com'],
  ["o'hara@example.com"],
  ['ada@bücher.example'],
  [' ada@example.com '],
])('the email address %j is accepted', (email) => {
  expect(errorsOf(email)).toEqual({})
})

test.each([
  ['grace', 'not an address'],
  ['jörg@example.com', 'other letters'],
  ['名@example.com', 'other letters'],
])('what is wrong with the email address %j is said before it is sent', (email, message) => {
  expect(errorsOf(email)).toEqual({ email: message })
})
