import { expect, test } from 'vitest'
import type { Account } from '../api.ts'
import { accountChangeOf, accountDraftOf } from './account-draft.ts'

const NO_LIMITS = {
  perBooker: null,
  perBookerEver: null,
  maxNoShows: null,
  maxNoShowsUnpaid: null,
}
/** No limits, in the form. */
const EMPTY = { perBooker: '', perBookerEver: '', maxNoShows: '', maxNoShowsUnpaid: '' }

const SAVED: Account = {
  id: 'acc_01kqs3v7m8e2f4g6h8j0k2m4n6',
  version: 1,
  name: 'Practice',
  slug: 'practice',
  linkPrefix: '',
  locale: null,
  country: null,
  bookerContact: 'email',
  limits: null,
  sms: { enabled: false },
  brand: null,
  publicDirectory: 'own',
  frameOrigins: [],
  retentionDays: null,
  auditDays: 0,
  requiresPasskeys: false,
  completesBookings: true,
  reminderMinutes: 1440,
  followUps: { thankYou: false, noShow: false, delayMinutes: 120 },
  publicLimitFactor: 1,
  createdAt: '2026-04-20T08:00:00Z',
  updatedAt: '2026-04-20T08:00:00Z',
}

test('saving without an edit changes nothing', () => {
  expect(accountChangeOf(SAVED, accountDraftOf(SAVED))).toEqual({})
})

test('only edited settings are sent', () => {
  const draft = {
    ...accountDraftOf(SAVED),
    name: ' Clinic ',
    slug: '',
    locale: 'de' as const,
    country: ' de ',
    takesPhones: true,
    sendsSms: true,
    hasBrand: true,
    retentionDays: '365',
  }
  expect(accountChangeOf(SAVED, draft)).toEqual({
    name: 'Clinic',
    locale: 'de',
    country: 'DE',
    bookerContact: 'emailOrPhone',
    sms: { enabled: true },
    brand: { name: 'Practice', color: '#1d5c4d', logoUrl: null },
    retentionDays: 365,
  })
})

test('an emptied brand and an emptied retention are removed', () => {
  const saved = {
    ...SAVED,
    retentionDays: 30,
    brand: { name: 'A', color: '#112233', logoUrl: null },
  }
  const draft = { ...accountDraftOf(saved), hasBrand: false, retentionDays: '' }
  expect(accountChangeOf(saved, draft)).toEqual({ brand: null, retentionDays: null })
})

test('addresses of sites are saved as their origins', () => {
  const draft = {
    ...accountDraftOf(SAVED),
    frameOrigins: 'https://www.Example.com/book?x=1\n\n  http://localhost:3000\nexample.com ',
  }
  // The server says what is wrong with the last one.
  expect(accountChangeOf(SAVED, draft)).toEqual({
    frameOrigins: ['https://www.example.com', 'http://localhost:3000', 'example.com'],
  })
  expect(
    accountDraftOf({ ...SAVED, frameOrigins: ['https://a.example', 'https://b.example'] })
      .frameOrigins,
  ).toBe('https://a.example\nhttps://b.example')
})

test('limits are sent as a whole, and removed once all are emptied', () => {
  const saved = { ...SAVED, limits: { ...NO_LIMITS, perBooker: 3 } }
  expect(accountDraftOf(saved).limits).toEqual({ ...EMPTY, perBooker: '3' })
  expect(accountChangeOf(saved, accountDraftOf(saved))).toEqual({})
  const both = { ...accountDraftOf(saved), limits: { ...EMPTY, perBooker: '3', maxNoShows: '0' } }
  expect(accountChangeOf(saved, both)).toEqual({ limits: { perBooker: 3, maxNoShows: 0 } })
  const none = { ...accountDraftOf(saved), limits: { ...EMPTY, perBookerEver: ' ' } }
  expect(accountChangeOf(saved, none)).toEqual({ limits: null })
})
