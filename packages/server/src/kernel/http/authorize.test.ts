import { describe, expect, test } from 'vitest'
import type { Grant } from '../access/grant.ts'
import { POLICY, type Rule } from '../access/policy.ts'
import { type MemberRole, ROLES, scopesOfRole } from '../access/roles.ts'
import { forbiddenOperation, hiddenSubject, withoutHidden } from './authorize.ts'

const NOW = 1_000_000

const grant = (more: Partial<Grant> = {}): Grant => ({
  actor: { kind: 'key', id: 'key_1' },
  scopes: ['read'],
  ...more,
})

const codeOf = (rule: Rule, more: Partial<Grant> = {}, signedInAtEpochSeconds?: number) =>
  forbiddenOperation(
    rule,
    { grant: grant(more), ...(signedInAtEpochSeconds && { signedInAtEpochSeconds }) },
    NOW,
  )?.code

describe('an operation is refused', () => {
  test('without its scope, whatever other scopes there are', () => {
    expect(codeOf(POLICY.createBooking, { scopes: ['read', 'settings', 'admin'] })).toBe(
      'forbidden',
    )
    expect(codeOf(POLICY.createBooking, { scopes: ['bookings'] })).toBeUndefined()
  })

  test('to a restricted caller if it concerns the whole account', () => {
    const scopes = ['read', 'bookings', 'settings', 'admin'] as const
    expect(codeOf(POLICY.listEvents, { scopes, providerIds: ['prv_1'] })).toBe('forbidden')
    expect(codeOf(POLICY.getProvider, { scopes, providerIds: ['prv_1'] })).toBeUndefined()
  })

  test('to a member whose sign-in is an hour old, if it needs a recent one', () => {
    const scopes = ['admin'] as const
    expect(codeOf(POLICY.createApiKey, { scopes }, NOW - 3599)).toBeUndefined()
    expect(codeOf(POLICY.createApiKey, { scopes }, NOW - 3600)).toBe('recent_sign_in_required')
    expect(codeOf(POLICY.listApiKeys, { scopes }, NOW - 3600)).toBeUndefined()
    expect(codeOf(POLICY.createApiKey, { scopes })).toBeUndefined()
  })
})

describe('a caller that is restricted to providers', () => {
  const owners: Readonly<Record<string, readonly string[]>> = {
    bkg_shared: ['prv_2', 'prv_1'],
    bkg_other: ['prv_2'],
  }
  const context = { providersOf: async (_: string, id: string) => owners[id] }
  const ask = (rule: Rule, named: { params?: unknown; query?: unknown; body?: unknown }) =>
    hiddenSubject(context, rule, {
      caller: {
        accountId: 'acc_1',
        requestId: 'test',
        role: 'account',
        actor: { kind: 'key' },
        providerIds: ['prv_1'],
      },
      params: {},
      query: {},
      body: undefined,
      file: new Uint8Array(),
      mediaType: '',
      headers: {},
      ...named,
    })

  const shown = (rule: Rule, value: unknown, providerIds: readonly string[] | undefined) =>
    withoutHidden(context, rule, value, { accountId: 'acc_1', ...(providerIds && { providerIds }) })

  test('sees its own provider and no other', async () => {
    expect(await ask(POLICY.getProvider, { params: { id: 'prv_1' } })).toBeUndefined()
    expect(await ask(POLICY.getProvider, { params: { id: 'prv_2' } })).toEqual({
      code: 'not_found',
      detail: 'There is no provider "prv_2".',
    })
  })

  test('sees a booking if one of its providers is in it', async () => {
    expect(await ask(POLICY.getBooking, { params: { id: 'bkg_shared' } })).toBeUndefined()
    expect(await ask(POLICY.getBooking, { params: { id: 'bkg_other' } })).toMatchObject({
      code: 'not_found',
    })
  })

  test('gets the same answer for what belongs to others and for what does not exist', async () => {
    const answers = await Promise.all(
      ['bkg_other', 'bkg_none'].map((id) => ask(POLICY.getBooking, { params: { id } })),
    )
    expect(answers).toEqual([
      { code: 'not_found', detail: 'There is no booking "bkg_other".' },
      { code: 'not_found', detail: 'There is no booking "bkg_none".' },
    ])
  })

  test('moves a booking only if it may act for everybody in it', async () => {
    const answer = await ask(POLICY.rescheduleBooking, { params: { id: 'bkg_shared' } })
    expect(answer).toMatchObject({ code: 'not_found' })
  })

  test('names nobody else deep in a body, and no candidates that are found later', async () => {
    const tried = (requirement: Readonly<Record<string, unknown>>) =>
      ask(POLICY.createEventType, {
        body: { providerId: 'prv_1', requirements: [{ name: 'a', ...requirement }] },
      })
    expect(await tried({ providerIds: ['prv_1'] })).toBeUndefined()
    expect(await tried({ providerIds: ['prv_1', 'prv_2'] })).toMatchObject({ code: 'not_found' })
    expect(await tried({ specialty: 'dentist' })).toMatchObject({ code: 'forbidden' })
    expect(await tried({ kind: 'room' })).toMatchObject({ code: 'forbidden' })
  })

  test('is refused a list of bookings of which it may not change every one', async () => {
    const body = { bookingIds: ['bkg_shared', 'bkg_other'] }
    expect(await ask(POLICY.changeBookings, { body })).toMatchObject({ code: 'not_found' })
  })

  test('must name what it acts on, unless the answer is filtered', async () => {
    expect(await ask(POLICY.getEventTypeBySlug, {})).toMatchObject({ code: 'forbidden' })
    expect(await ask(POLICY.listBookings, {})).toBeUndefined()
  })

  test('gets lists without what belongs to others', async () => {
    const data = [
      { id: 'bkg_a', providerId: 'prv_1' },
      { id: 'bkg_b', providerId: 'prv_2', assignments: [{ providerId: 'prv_1' }] },
      { id: 'bkg_c', providerId: 'prv_2' },
    ]
    const listed = { data, cursor: 'next' }
    expect(await shown(POLICY.listBookings, listed, ['prv_1'])).toEqual({
      data: data.slice(0, 2),
      cursor: 'next',
    })
    expect(await shown(POLICY.listBookings, listed, undefined)).toBe(listed)
    const providers = { data: [{ id: 'prv_1' }, { id: 'prv_2' }] }
    expect(await shown(POLICY.listProviders, providers, ['prv_2'])).toEqual({
      data: [{ id: 'prv_2' }],
    })
  })
})

test('each role has at most the scopes of the role before it', () => {
  const counts = ROLES.map((role: MemberRole) => scopesOfRole(role).length)
  expect(counts).toEqual([4, 4, 2, 3, 1])
  expect(scopesOfRole('provider')).not.toContain('admin')
  expect(scopesOfRole('scheduler')).toEqual(['read', 'bookings'])
})
