import { expect, test } from 'vitest'
import { demoGreeting, greeting } from './greeting.ts'

const SETTINGS = { publicUrl: 'https://book.example.com', development: false }
const DEMO = { providerIds: [], calendarId: 'cal_1', eventTypeIds: ['et_1'] }

test('a greeting on a terminal shows the link of the owner and a new API key once, with the links', () => {
  const setupLink = {
    kind: 'shown',
    url: 'https://book.example.com/sign-in#setup=hl_secret',
  } as const
  const key = { kind: 'shown', apiKey: 'hf_secret' } as const
  expect(greeting(SETTINGS, { setupLink, key })).toBe(`
  Open this link to sign in as the owner. It works once, for 24 hours:

    https://book.example.com/sign-in#setup=hl_secret

  The API key is shown only once:

    hf_secret

  Dashboard      https://book.example.com/dashboard
  Directory      https://book.example.com/directory
  Documentation  https://book.example.com/docs
  OpenAPI        https://book.example.com/openapi.json
  Mailbox        https://book.example.com/mailbox (after signing in to the dashboard)

`)
})

test('a later greeting has the links, and no mailbox if emails are sent', () => {
  expect(greeting({ ...SETTINGS, smtpUrl: 'smtp://mail' })).toBe(`
  Dashboard      https://book.example.com/dashboard
  Directory      https://book.example.com/directory
  Documentation  https://book.example.com/docs
  OpenAPI        https://book.example.com/openapi.json

`)
})

test('the commands of the demo read the API key from where it is', () => {
  const commandOf = (key: Parameters<typeof demoGreeting>[1]['key']) =>
    demoGreeting(SETTINGS, { key }, DEMO).match(/KEY=.*/)?.[0]
  expect(commandOf({ kind: 'shown', apiKey: 'hf_secret' })).toBe('KEY=hf_secret')
  expect(commandOf({ kind: 'file', path: "/it's/first-api-key" })).toBe(
    "KEY=$(cat '/it'\\''s/first-api-key')",
  )
  expect(commandOf({ kind: 'given' })).toBe('KEY=$HOLDFAST_BOOTSTRAP_API_KEY')
})
