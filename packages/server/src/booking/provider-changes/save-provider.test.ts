import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { storeInterruptedBefore } from '../../../tests/support/store-with.ts'
import type { Page } from '../../kernel/paging.ts'
import { isReservedSlug } from '../../kernel/reserved-slugs.ts'
import { providerEntity } from '../providers/provider.ts'
import { deleteProvider } from '../providers/provider-deletion.ts'
import { getProvider, listProviders } from '../providers/read-providers.ts'
import { createProvider, slugOf, updateProvider } from './save-provider.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const RESERVED = [
  'a',
  'assets',
  'dashboard',
  'decisions',
  'directory',
  'docs',
  'embed',
  'healthz',
  'mailbox',
  'manage',
  'mcp',
  'me',
  'metrics',
  'orders',
  'payments',
  'problems',
  'readyz',
  'sign-in',
  'stays',
  'v1',
]

const intent = (scopeHash: string) => ({
  scopeHash,
  fingerprint: 'body',
  seal: () => new Uint8Array([1]),
})
const SEEN = { refusal: { code: 'idempotency_key_seen', record: { fingerprint: 'body' } } }

test.each([
  ['Dr. Ana Pérez', 'dr-ana-perez'],
  ['  Room #12  ', 'room-12'],
  ['--a--b--', 'a-b'],
  ['ÉCLAIR', 'eclair'],
  ['佐藤', ''],
  [
    '123456789012345678901234567890123456789012345678xyz',
    `1234567890${'1234567890'.repeat(3)}12345678`,
  ],
  [`${'a'.repeat(47)} tail`, 'a'.repeat(47)],
])('the name %j gives the slug %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('the paths of the server are reserved, and no others', () => {
  expect(RESERVED.filter((slug) => !isReservedSlug(slug))).toEqual([])
  expect(['ana', '', 'v2', 'dashboards'].filter(isReservedSlug)).toEqual([])
})

describe('creating a provider', () => {
  test('stores every value that was given', async () => {
    const created = unwrap(
      await createProvider(world.deps, world.caller, {
        name: 'Dr. Grace Hopper',
        timeZone: 'America/New_York',
        specialty: 'Dentist',
        slug: 'grace',
        email: 'grace@example.com',
        listed: true,
      }),
    )
    expect(created).toEqual({
      id: created.id,
      accountId: world.accountId,
      version: 1,
      actor: { kind: 'system' },
      name: 'Dr. Grace Hopper',
      slug: 'grace',
      timeZone: 'America/New_York',
      specialty: 'Dentist',
      email: 'grace@example.com',
      isListed: true,
      createdAtEpochSeconds: secondsOf(NOW),
      updatedAtEpochSeconds: secondsOf(NOW),
    })
    expect(created.id).toMatch(/^prv_[0-9a-z]{26}$/)
    expect(await getProvider(world.deps, world.caller, created.id)).toEqual({
      ok: true,
      value: created,
    })
  })

  test('stores no optional value that was not given', async () => {
    const input = { name: 'Plain room', timeZone: 'UTC', listed: false }
    const created = unwrap(await createProvider(world.deps, world.caller, input))
    expect(created).toEqual({
      id: created.id,
      accountId: world.accountId,
      version: 1,
      actor: { kind: 'system' },
      name: 'Plain room',
      slug: 'plain-room',
      timeZone: 'UTC',
      createdAtEpochSeconds: secondsOf(NOW),
      updatedAtEpochSeconds: secondsOf(NOW),
    })
  })

  test('with a requested slug that is taken is refused, in every account', async () => {
    const input = { name: 'First', timeZone: 'UTC', slug: 'wanted' }
    unwrap(await createProvider(world.deps, world.caller, input))
    const refused = { ok: false, refusal: { code: 'slug_taken', slug: 'wanted' } }
    expect(await createProvider(world.deps, world.caller, input)).toEqual(refused)
    expect(await createProvider(world.deps, world.stranger, input)).toEqual(refused)
  })

  test('with a name whose slug is taken gets a suffix', async () => {
    const input = { name: 'Twin', timeZone: 'UTC' }
    expect(unwrap(await createProvider(world.deps, world.caller, input)).slug).toBe('twin')
    expect(unwrap(await createProvider(world.deps, world.caller, input)).slug).toMatch(
      /^twin-[0-9a-z]{5}$/,
    )
  })

  test('with a name that gives no slug, or a reserved one, is called provider', async () => {
    const slugs: string[] = []
    for (const name of ['佐藤', 'Dashboard', 'Docs']) {
      slugs.push(
        unwrap(await createProvider(world.deps, world.caller, { name, timeZone: 'UTC' })).slug,
      )
    }
    expect(slugs[0]).toBe('provider')
    expect(slugs[1]).toMatch(/^provider-[0-9a-z]{5}$/)
    expect(slugs[2]).toMatch(/^provider-[0-9a-z]{5}$/)
  })

  test('with an unknown time zone or a reserved slug is refused', async () => {
    const created = (more: object) =>
      createProvider(world.deps, world.caller, { name: 'X', timeZone: 'UTC', ...more })
    expect(await created({ timeZone: 'Europe/Berln' })).toEqual({
      ok: false,
      refusal: {
        code: 'validation_failed',
        errors: [
          {
            pointer: '/timeZone',
            message: '"Europe/Berln" is not an IANA time zone; use a name such as "Europe/Berlin"',
          },
        ],
      },
    })
    expect(await created({ slug: 'v1' })).toEqual({
      ok: false,
      refusal: {
        code: 'validation_failed',
        errors: [
          { pointer: '/slug', message: '"v1" is the path of another page; choose another slug' },
        ],
      },
    })
  })

  test('twice under one idempotency key is refused the second time', async () => {
    const caller = { ...world.caller, idempotency: intent('creates a provider') }
    const input = { name: 'Once', timeZone: 'UTC', slug: 'once' }
    unwrap(await createProvider(world.deps, caller, input))
    expect(await createProvider(world.deps, caller, input)).toMatchObject(SEEN)
  })
})

describe('reading a provider', () => {
  test('of another account or an unknown one is refused', async () => {
    const { id } = await world.provider()
    const refusal = { code: 'not_found', resource: 'provider', id }
    expect(await getProvider(world.deps, world.stranger, id)).toEqual({ ok: false, refusal })
    expect(await getProvider(world.deps, world.caller, 'prv_none')).toMatchObject({
      refusal: { code: 'not_found', id: 'prv_none' },
    })
  })

  test('that was deleted is refused', async () => {
    const { id } = await world.provider()
    unwrap(await deleteProvider(world.deps, world.caller, id))
    expect(await getProvider(world.deps, world.caller, id)).toMatchObject({
      refusal: { code: 'not_found' },
    })
  })
})

describe('lists of providers', () => {
  const list = (filter: { specialty?: string }, page: Page, accountId = world.accountId) =>
    listProviders(world.deps, { ...world.caller, accountId }, filter, page)
  const all = { limit: 100 }

  test('are of one account, the oldest first, page by page', async () => {
    const caller = { ...world.caller, accountId: 'acc_listing' }
    const made: string[] = []
    for (const name of ['C', 'A', 'B']) {
      made.push(unwrap(await createProvider(world.deps, caller, { name, timeZone: 'UTC' })).id)
      world.moveTo(`2026-04-20T08:00:0${made.length}Z`)
    }
    const first = await list({}, { limit: 2 }, 'acc_listing')
    expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2))
    const cursor = first.cursor ?? ''
    const second = await list({}, { limit: 2, cursor }, 'acc_listing')
    expect(second.data.map(({ id }) => id)).toEqual(made.slice(2))
    expect(second).not.toHaveProperty('cursor')
    expect(await list({}, all, 'acc_nobody')).toEqual({ data: [] })
  })

  test('of a specialty ignore its case and its surrounding spaces', async () => {
    const dentist = await world.provider({ specialty: 'Optician' })
    const other = await world.provider({ specialty: ' optician ' })
    await world.provider({ specialty: 'opticians' })
    const { data } = await list({ specialty: 'OPTICIAN ' }, all)
    expect(data.map(({ id }) => id).sort()).toEqual([dentist.id, other.id].sort())
    expect(await list({ specialty: 'optician' }, all, 'acc_stranger')).toEqual({ data: [] })
  })
})

describe('changing a provider', () => {
  const change = (id: string, values: Parameters<typeof updateProvider>[3]) =>
    updateProvider(world.deps, world.caller, id, values)

  test('keeps what it does not name, and raises the version', async () => {
    const before = await world.provider({
      specialty: 'Dentist',
      email: 'a@example.com',
      listed: true,
    })
    world.moveTo('2026-04-20T09:00:00Z')
    expect(unwrap(await change(before.id, {}))).toEqual({
      ...before,
      version: 2,
      updatedAtEpochSeconds: secondsOf('2026-04-20T09:00:00Z'),
    })
  })

  test('of every value at once stores them all', async () => {
    const before = await world.provider()
    const values = {
      name: 'New name',
      timeZone: 'Asia/Tokyo',
      specialty: 'Surgeon',
      slug: 'new-slug',
      email: 'new@example.com',
      listed: true,
    }
    const after = unwrap(await change(before.id, values))
    expect(after).toEqual({
      id: before.id,
      accountId: world.accountId,
      version: 2,
      actor: { kind: 'system' },
      name: 'New name',
      slug: 'new-slug',
      timeZone: 'Asia/Tokyo',
      specialty: 'Surgeon',
      email: 'new@example.com',
      isListed: true,
      createdAtEpochSeconds: secondsOf(NOW),
      updatedAtEpochSeconds: secondsOf(NOW),
    })
    expect(unwrap(await getProvider(world.deps, world.caller, before.id))).toEqual(after)
  })

  test('with null removes the specialty and the email, and with false the listing', async () => {
    const before = await world.provider({
      specialty: 'Dentist',
      email: 'a@example.com',
      listed: true,
    })
    const after = unwrap(await change(before.id, { specialty: null, email: null, listed: false }))
    for (const name of ['specialty', 'email', 'isListed']) expect(after).not.toHaveProperty(name)
    const filter = { specialty: 'Dentist' }
    const { data } = await listProviders(world.deps, world.caller, filter, { limit: 100 })
    expect(data.map(({ id }) => id)).not.toContain(before.id)
  })

  test('of the slug frees the old one and takes the new one', async () => {
    const before = await world.provider({ slug: 'old-path' })
    unwrap(await change(before.id, { slug: 'new-path' }))
    const slugs = (await world.items('PROVIDERSLUG#')).filter(
      ({ providerId }) => providerId === before.id,
    )
    expect(slugs).toEqual([
      {
        PK: 'PROVIDERSLUG#new-path',
        SK: '#METADATA',
        providerId: before.id,
        accountId: world.accountId,
        version: 1,
      },
    ])
    const next = await world.provider({ slug: 'old-path' })
    expect(next.slug).toBe('old-path')
  })

  test('to a slug that is taken is refused and changes nothing', async () => {
    const taken = await world.provider()
    const before = await world.provider()
    expect(await change(before.id, { slug: taken.slug, name: 'X' })).toEqual({
      ok: false,
      refusal: { code: 'slug_taken', slug: taken.slug },
    })
    expect(unwrap(await getProvider(world.deps, world.caller, before.id))).toEqual(before)
  })

  test('to its own slug is no rename', async () => {
    const before = await world.provider({ slug: 'same' })
    expect(await change(before.id, { slug: 'same' })).toMatchObject({
      ok: true,
      value: { slug: 'same', version: 2 },
    })
    expect((await world.items('PROVIDERSLUG#same')).length).toBe(1)
  })

  test('to an unknown time zone is refused before anything is read', async () => {
    expect(await change('prv_none', { timeZone: 'Mars/Base' })).toMatchObject({
      refusal: { code: 'validation_failed', errors: [{ pointer: '/timeZone' }] },
    })
    expect(await change('prv_none', { name: 'X' })).toMatchObject({
      refusal: { code: 'not_found', resource: 'provider', id: 'prv_none' },
    })
  })

  test('to a reserved slug is refused, but one that it already has is kept', async () => {
    const before = await world.provider({ slug: 'plain' })
    expect(await change(before.id, { slug: 'manage' })).toMatchObject({
      refusal: { code: 'validation_failed', errors: [{ pointer: '/slug' }] },
    })
    const early = { ...before, slug: 'sign-in', version: 2 }
    const write = providerEntity.replace(before, early)
    await world.store.transact([write], 'a slug of version 1')
    expect(await change(before.id, { slug: 'sign-in', name: 'X' })).toMatchObject({
      ok: true,
      value: { slug: 'sign-in', name: 'X' },
    })
  })

  test('under an outdated version is refused with both versions', async () => {
    const { id } = await world.provider()
    const caller = { ...world.caller, ifVersion: 2 }
    expect(await updateProvider(world.deps, caller, id, { name: 'X' })).toEqual({
      ok: false,
      refusal: { code: 'version_mismatch', expected: 2, actual: 1 },
    })
    const current = { ...world.caller, ifVersion: 1 }
    expect(await updateProvider(world.deps, current, id, { name: 'X' })).toMatchObject({
      ok: true,
    })
  })

  test('made at the same time all take effect, one after the other', async () => {
    const { id } = await world.provider()
    const all = await Promise.all(['a', 'b', 'c', 'd'].map((name) => change(id, { name })))
    expect(all.map((one) => unwrap(one).version).sort()).toEqual([2, 3, 4, 5])
  })

  test('that lost to another writer is decided again on what that writer stored', async () => {
    const { id } = await world.provider()
    const store = storeInterruptedBefore(
      world.store,
      ({ kind }) => kind === 'put-if-version',
      () => change(id, { email: 'first@example.com' }),
    )
    const deps = { ...world.deps, store }
    const after = unwrap(await updateProvider(deps, world.caller, id, { slug: 'second-path' }))
    expect(after).toMatchObject({ version: 3, email: 'first@example.com', slug: 'second-path' })
  })

  test('twice under one idempotency key is refused the second time', async () => {
    const { id } = await world.provider()
    const caller = { ...world.caller, idempotency: intent('changes a provider') }
    unwrap(await updateProvider(world.deps, caller, id, { name: 'One' }))
    expect(await updateProvider(world.deps, caller, id, { name: 'One' })).toMatchObject(SEEN)
    expect(unwrap(await getProvider(world.deps, world.caller, id)).version).toBe(2)
  })
})
