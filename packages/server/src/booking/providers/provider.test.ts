import { describe, expect, test } from 'vitest'
import { type Provider, providerEntity, providerSlugEntity, slugOfProvider } from './provider.ts'
import { providerRepresentation } from './provider-representation.ts'

const FULL: Provider = {
  id: 'prv_1',
  accountId: 'acc_1',
  version: 3,
  name: 'Dr. Ana Pérez',
  slug: 'ana',
  timeZone: 'Europe/Madrid',
  specialty: ' Dentist ',
  email: 'ana@example.com',
  isListed: true,
  connectedKinds: ['google'],
  visits: { maxGapMinutes: 10 },
  createdAtEpochSeconds: 1776672000,
  updatedAtEpochSeconds: 1776672060,
}

const PLAIN: Provider = {
  id: 'prv_2',
  accountId: 'acc_1',
  version: 1,
  name: 'Room',
  slug: 'room',
  timeZone: 'UTC',
  createdAtEpochSeconds: 1776672000,
  updatedAtEpochSeconds: 1776672000,
}

describe('the item of a provider', () => {
  test('is listed by account, by specialty in lower case, and in the directory', () => {
    const item = providerEntity.encode(FULL)
    expect(item).toEqual({
      PK: 'PROVIDER#prv_1',
      SK: '#METADATA',
      GSI1PK: 'ACCOUNT#acc_1#PROVIDER',
      GSI1SK: 'prv_1',
      GSI2PK: 'ACCOUNT#acc_1#SPECIALTY#dentist',
      GSI2SK: 'prv_1',
      GSI3PK: 'DIRECTORY#d',
      GSI3SK: 'dentist#prv_1',
      accountId: 'acc_1',
      version: 3,
      name: 'Dr. Ana Pérez',
      slug: 'ana',
      timeZone: 'Europe/Madrid',
      specialty: ' Dentist ',
      email: 'ana@example.com',
      isListed: true,
      connectedKinds: ['google'],
      visits: { maxGapMinutes: 10 },
      createdAtEpochSeconds: 1776672000,
      updatedAtEpochSeconds: 1776672060,
    })
    expect(providerEntity.decode(item)).toEqual(FULL)
  })

  test('without a specialty is listed by account alone', () => {
    const item = providerEntity.encode(PLAIN)
    expect(item).toEqual({
      PK: 'PROVIDER#prv_2',
      SK: '#METADATA',
      GSI1PK: 'ACCOUNT#acc_1#PROVIDER',
      GSI1SK: 'prv_2',
      accountId: 'acc_1',
      version: 1,
      name: 'Room',
      slug: 'room',
      timeZone: 'UTC',
      createdAtEpochSeconds: 1776672000,
      updatedAtEpochSeconds: 1776672000,
    })
    expect(providerEntity.decode(item)).toEqual(PLAIN)
  })

  test('without a specialty has an empty one in the directory', () => {
    const item = providerEntity.encode({ ...PLAIN, isListed: true })
    expect([item.GSI3PK, item.GSI3SK]).toEqual(['DIRECTORY#0', '#prv_2'])
    expect(item).not.toHaveProperty('GSI2PK')
  })

  test('that is not to be listed is not in the directory', () => {
    expect(providerEntity.encode({ ...FULL, isListed: false })).not.toHaveProperty('GSI3PK')
  })

  test('of a deleted provider is in no index', () => {
    const item = providerEntity.encode({ ...FULL, deletedAtEpochSeconds: 1776672060 })
    expect(Object.keys(item).filter((name) => name.startsWith('GSI'))).toEqual([])
    expect(item).toMatchObject({ deletedAtEpochSeconds: 1776672060 })
  })

  test('while its deletion is being decided is in all its indexes', () => {
    const item = providerEntity.encode({ ...FULL, deletionBeganAtEpochSeconds: 1776672060 })
    expect([item.GSI1PK, item.GSI2PK, item.GSI3PK]).toEqual([
      'ACCOUNT#acc_1#PROVIDER',
      'ACCOUNT#acc_1#SPECIALTY#dentist',
      'DIRECTORY#d',
    ])
  })

  test.each([
    ['accountId', 1],
    ['version', 'x'],
    ['version', 1.5],
    ['name', undefined],
    ['slug', 7],
    ['timeZone', null],
    ['specialty', 1],
    ['email', null],
    ['isListed', 'yes'],
    ['connectedKinds', ['caldav']],
    ['createdAtEpochSeconds', '2026'],
    ['updatedAtEpochSeconds', undefined],
    ['deletionBeganAtEpochSeconds', 'x'],
    ['deletedAtEpochSeconds', 1.5],
  ])('with an invalid %s (%s) is not decoded', (name, value) => {
    const item = { ...providerEntity.encode(FULL), [name]: value }
    expect(providerEntity.tryDecode(item)).toMatchObject({
      ok: false,
      refusal: expect.stringMatching(`^${name}`),
    })
    expect(() => providerEntity.decode(item)).toThrow('is not a valid provider: ')
  })
})

describe('the item of a provider slug', () => {
  test('is stored under the slug and names its provider', () => {
    const slug = slugOfProvider(FULL)
    expect(slug).toEqual({
      slug: 'ana',
      isOwn: false,
      providerId: 'prv_1',
      accountId: 'acc_1',
      version: 1,
    })
    const item = providerSlugEntity.encode(slug)
    expect(item).toEqual({
      PK: 'PROVIDERSLUG#ana',
      SK: '#METADATA',
      providerId: 'prv_1',
      accountId: 'acc_1',
      version: 1,
    })
    expect(providerSlugEntity.decode(item)).toEqual(slug)
  })

  test('is stored under the account as well if the account has a namespace of its own', () => {
    const slug = slugOfProvider({ ...FULL, slugNamespace: 'own' })
    expect(slug).toMatchObject({ slug: 'ana', isOwn: true })
    const item = providerSlugEntity.encode(slug)
    expect(item.PK).toBe('PROVIDERSLUG#acc_1#ana')
    expect(providerSlugEntity.decode(item)).toEqual(slug)
  })

  test.each([
    ['providerId', 1],
    ['accountId', undefined],
    ['version', 2],
  ])('with an invalid %s is not decoded', (name, value) => {
    const item = { ...providerSlugEntity.encode(slugOfProvider(FULL)), [name]: value }
    expect(() => providerSlugEntity.decode(item)).toThrow(`is not a valid provider slug: ${name}`)
  })
})

describe('the representation of a provider', () => {
  test('shows everything that can be set', () => {
    expect(providerRepresentation(FULL)).toEqual({
      id: 'prv_1',
      version: 3,
      actor: null,
      name: 'Dr. Ana Pérez',
      slug: 'ana',
      timeZone: 'Europe/Madrid',
      kind: 'person',
      grain: 'time',
      propertyId: null,
      calendarId: null,
      outOfOrder: null,
      scheduleId: null,
      specialty: ' Dentist ',
      email: 'ana@example.com',
      listed: true,
      active: true,
      feed: false,
      limits: null,
      visits: { maxGapMinutes: 10 },
      createdAt: '2026-04-20T08:00:00Z',
      updatedAt: '2026-04-20T08:01:00Z',
    })
  })

  test('shows optional values that are absent as null, and an unlisted provider as such', () => {
    expect(providerRepresentation(PLAIN)).toEqual({
      id: 'prv_2',
      version: 1,
      actor: null,
      name: 'Room',
      slug: 'room',
      timeZone: 'UTC',
      kind: 'person',
      grain: 'time',
      propertyId: null,
      calendarId: null,
      outOfOrder: null,
      scheduleId: null,
      specialty: null,
      email: null,
      listed: false,
      active: true,
      feed: false,
      limits: null,
      visits: null,
      createdAt: '2026-04-20T08:00:00Z',
      updatedAt: '2026-04-20T08:00:00Z',
    })
  })
})
