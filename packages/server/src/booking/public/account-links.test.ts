import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  unwrap,
  WORKING_HOURS,
} from '../../../tests/support/booking-world.ts'
import {
  makeEarlyRapidApiAccount,
  makeTenant,
  type Tenant,
} from '../../../tests/support/tenants.ts'
import { updateAccount } from '../../identity/accounts/accounts.ts'
import { forgetAccounts } from '../../identity/accounts/known-accounts.ts'
import {
  changeAnyAccount,
  startAccountDeletion,
} from '../../identity/operator/operator-accounts.ts'
import { createEventType } from '../event-types/event-types.ts'
import {
  createProvider,
  type ProviderInput,
  updateProvider,
} from '../provider-changes/save-provider.ts'
import { deleteProvider } from '../providers/provider-deletion.ts'
import { findPublicProvider } from './directory.ts'
import { providerPath } from './provider-name.ts'
import { findPublicEventType } from './public-event-type.ts'
import { findProviderByName } from './public-opened-slots.ts'

let world: BookingWorld
let lake: Tenant
let hill: Tenant
beforeAll(async () => {
  world = await openBookingWorld()
  lake = await makeTenant(world.deps, 'lake')
  hill = await makeTenant(world.deps, 'hill')
})
afterAll(() => world.close())

type Caller = Tenant['caller']

const create = (caller: Caller, slug: string, more: Partial<ProviderInput> = {}) =>
  createProvider(world.deps, caller, { name: 'Ada', timeZone: 'UTC', slug, ...more })

const visitOf = async (caller: Caller, providerId: string) =>
  unwrap(
    await createEventType(world.deps, caller, {
      providerId,
      slug: 'visit',
      title: 'Visit',
      durationMinutes: 60,
      availabilityRules: WORKING_HOURS,
    }),
  )

const find = (providerSlug: string, accountSlug?: string) =>
  findProviderByName(world.deps, { providerSlug, accountSlug })

const notFound = (resource: string, id: string) => ({
  ok: false,
  refusal: { code: 'not_found', resource, id },
})

describe('the slug of a provider', () => {
  test('can be the same in two accounts and in the shared namespace', async () => {
    const ofLake = unwrap(await create(lake.caller, 'ada'))
    const ofHill = unwrap(await create(hill.caller, 'ada'))
    const ofFirst = await world.provider({ slug: 'ada' })
    expect([ofLake.slug, ofHill.slug, ofFirst.slug]).toEqual(['ada', 'ada', 'ada'])
    const ids = [await find('ada', 'lake'), await find('ada', 'hill'), await find('ada')].map(
      (found) => unwrap(found).provider.id,
    )
    expect(ids).toEqual([ofLake.id, ofHill.id, ofFirst.id])
  })

  test('that another provider of its account has is refused', async () => {
    unwrap(await create(lake.caller, 'ben'))
    const taken = { ok: false, refusal: { code: 'slug_taken', slug: 'ben' } }
    expect(await create(lake.caller, 'ben')).toEqual(taken)
    const other = unwrap(await create(lake.caller, 'cid'))
    expect(await updateProvider(world.deps, lake.caller, other.id, { slug: 'ben' })).toEqual(taken)
  })

  test('that was derived from a name gets a suffix only if the account has it already', async () => {
    const derived = async ({ caller }: Tenant) =>
      unwrap(await createProvider(world.deps, caller, { name: 'Dr. Twin', timeZone: 'UTC' })).slug
    expect([await derived(lake), await derived(hill)]).toEqual(['dr-twin', 'dr-twin'])
    expect(await derived(lake)).toMatch(/^dr-twin-[a-z0-9]+$/)
  })

  test('is free again within its account after a rename and after a deletion', async () => {
    const { id } = unwrap(await create(lake.caller, 'dee'))
    const other = unwrap(await create(hill.caller, 'dee'))
    unwrap(await updateProvider(world.deps, lake.caller, id, { slug: 'eve' }))
    expect(await find('dee', 'lake')).toEqual(notFound('provider', 'lake/dee'))
    expect(unwrap(await find('eve', 'lake')).provider.id).toBe(id)
    unwrap(await deleteProvider(world.deps, lake.caller, id))
    expect(await find('eve', 'lake')).toEqual(notFound('provider', 'lake/eve'))
    expect((await create(lake.caller, 'eve')).ok).toBe(true)
    expect(unwrap(await find('dee', 'hill')).provider.id).toBe(other.id)
  })

  test('of an account of RapidAPI from version 1 stays unique over all accounts without their own namespace', async () => {
    const { caller } = await makeEarlyRapidApiAccount(world.deps, 'fay')
    const { id } = unwrap(await create(caller, 'fay'))
    expect(await create(world.caller, 'fay')).toEqual({
      ok: false,
      refusal: { code: 'slug_taken', slug: 'fay' },
    })
    expect(unwrap(await find('fay')).provider.id).toBe(id)
  })
})

describe('a public call', () => {
  test('without an account does not find the providers of an account with its own namespace', async () => {
    unwrap(await create(lake.caller, 'gus'))
    expect(await find('gus')).toEqual(notFound('provider', 'gus'))
  })

  test('that names an account finds only the providers of that account', async () => {
    await world.provider({ slug: 'hal' })
    expect(await find('hal', 'lake')).toEqual(notFound('provider', 'lake/hal'))
    const { caller } = await makeEarlyRapidApiAccount(world.deps, 'ivy')
    unwrap(await updateAccount(world.deps, caller, { slug: 'ivys' }))
    forgetAccounts(world.deps)
    const { id } = unwrap(await create(caller, 'ivy'))
    expect(unwrap(await find('ivy', 'ivys')).provider.id).toBe(id)
    expect(unwrap(await find('ivy')).provider.id).toBe(id)
    expect(await find('hal', 'ivys')).toEqual(notFound('provider', 'ivys/hal'))
  })

  test('that names an unknown account is refused as such', async () => {
    expect(await find('ada', 'nobody')).toEqual(notFound('account', 'nobody'))
    expect(
      await findPublicEventType(world.deps, {
        accountSlug: 'nobody',
        providerSlug: 'ada',
        eventTypeSlug: 'visit',
      }),
    ).toEqual(notFound('account', 'nobody'))
  })

  test('finds the event type of the account that it names, by slugs and by id', async () => {
    const ofLake = await visitOf(lake.caller, unwrap(await create(lake.caller, 'jo')).id)
    const ofHill = await visitOf(hill.caller, unwrap(await create(hill.caller, 'jo')).id)
    const named = async (accountSlug: string) =>
      unwrap(
        await findPublicEventType(world.deps, {
          accountSlug,
          providerSlug: 'jo',
          eventTypeSlug: 'visit',
        }),
      )
    expect((await named('lake')).eventType.id).toBe(ofLake.id)
    expect(await named('hill')).toMatchObject({
      eventType: { id: ofHill.id },
      account: { slug: 'hill', name: 'Practice hill' },
    })
    const byId = (accountSlug?: string) =>
      findPublicEventType(world.deps, { eventTypeId: ofLake.id, accountSlug })
    expect(unwrap(await byId()).account.slug).toBe('lake')
    expect(unwrap(await byId('lake')).eventType.id).toBe(ofLake.id)
    expect(await byId('hill')).toEqual(notFound('event_type', ofLake.id))
  })

  test('about a suspended account or one that is being deleted is refused', async () => {
    const gone = await makeTenant(world.deps, 'gone')
    const provider = unwrap(await create(gone.caller, 'kim'))
    const visit = await visitOf(gone.caller, provider.id)
    unwrap(
      await changeAnyAccount(world.deps, world.caller, gone.accountId, { status: 'suspended' }),
    )
    forgetAccounts(world.deps)
    const suspended = { ok: false, refusal: { code: 'account_suspended' } }
    expect(await find('kim', 'gone')).toEqual(suspended)
    expect(
      await findPublicProvider(world.deps, { providerSlug: 'kim', accountSlug: 'gone' }),
    ).toEqual(suspended)
    expect(await findPublicEventType(world.deps, { eventTypeId: visit.id })).toEqual(suspended)
    unwrap(await startAccountDeletion(world.deps, world.caller, gone.accountId))
    forgetAccounts(world.deps)
    expect(await find('kim', 'gone')).toEqual(notFound('account', 'gone'))
    expect(await findPublicEventType(world.deps, { eventTypeId: visit.id })).toMatchObject({
      refusal: { code: 'not_found' },
    })
  })
})

test('the path of a provider names the account where the slug is unique only within it', async () => {
  unwrap(await create(lake.caller, 'lea'))
  await world.provider({ slug: 'lea' })
  const pathOf = async (accountSlug?: string) => {
    const { provider, account } = unwrap(await find('lea', accountSlug))
    return providerPath(provider, account)
  }
  expect([await pathOf('lake'), await pathOf()]).toEqual(['/a/lake/lea', '/lea'])
})
