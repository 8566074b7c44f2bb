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
import { createEventType } from '../event-types/event-types.ts'
import { createProvider, updateProvider } from '../provider-changes/save-provider.ts'
import { type DirectoryFilter, listDirectory } from '../public/directory.ts'
import { soonestOfPublicSpecialty } from '../soonest/find-soonest.ts'
import { followPublicDirectory } from './directory-listing.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

async function makeListed({ caller }: Pick<Tenant, 'caller'>, slug: string, specialty = 'vet') {
  const provider = unwrap(
    await createProvider(world.deps, caller, {
      name: slug,
      slug,
      specialty,
      timeZone: 'UTC',
      listed: true,
    }),
  )
  const eventType = unwrap(
    await createEventType(world.deps, caller, {
      providerId: provider.id,
      slug: 'visit',
      title: 'Visit',
      durationMinutes: 60,
      availabilityRules: WORKING_HOURS,
    }),
  )
  return { provider, eventType }
}

const slugsOf = async (filter: DirectoryFilter = {}) =>
  unwrap(await listDirectory(world.deps, filter, { limit: 100 })).data.map(
    ({ provider }) => provider.slug,
  )

const choose = async ({ caller }: Pick<Tenant, 'caller'>, publicDirectory: 'own' | 'shared') => {
  unwrap(await updateAccount(world.deps, caller, { publicDirectory }))
  forgetAccounts(world.deps)
}

describe('the directory of an account', () => {
  test('lists its listed providers alone, and an account is not in the shared one by default', async () => {
    const lake = await makeTenant(world.deps, 'lake')
    const hill = await makeTenant(world.deps, 'hill')
    await makeListed(lake, 'ann')
    await makeListed(lake, 'bob', 'coach')
    await makeListed(hill, 'cid')
    unwrap(
      await createProvider(world.deps, lake.caller, { name: 'X', slug: 'hidden', timeZone: 'UTC' }),
    )
    expect(await slugsOf({ accountSlug: 'lake' })).toEqual(['ann', 'bob'])
    expect(await slugsOf({ accountSlug: 'lake', specialty: 'COACH' })).toEqual(['bob'])
    expect(await slugsOf({ accountSlug: 'hill' })).toEqual(['cid'])
    expect(await slugsOf()).toEqual([])
    expect(await listDirectory(world.deps, { accountSlug: 'nobody' }, { limit: 9 })).toEqual({
      ok: false,
      refusal: { code: 'not_found', resource: 'account', id: 'nobody' },
    })
  })

  test('leaves out inactive providers and continues at its cursor', async () => {
    const tenant = await makeTenant(world.deps, 'paged')
    for (const slug of ['a1', 'a2', 'a3']) await makeListed(tenant, slug)
    const off = await makeListed(tenant, 'off')
    unwrap(await updateProvider(world.deps, tenant.caller, off.provider.id, { active: false }))
    const page = async (cursor?: string) => {
      const listed = await listDirectory(
        world.deps,
        { accountSlug: 'paged' },
        { limit: 2, ...(cursor !== undefined && { cursor }) },
      )
      const { data, cursor: next } = unwrap(listed)
      return { slugs: data.map(({ provider }) => provider.slug), next }
    }
    const first = await page()
    expect(first.slugs).toEqual(['a1', 'a2'])
    expect((await page(first.next)).slugs).toEqual(['a3'])
  })

  test('is the one that its soonest slots are searched in', async () => {
    const tenant = await makeTenant(world.deps, 'soon')
    const { eventType } = await makeListed(tenant, 'sue', 'pilot')
    const find = async (accountSlug?: string) =>
      unwrap(
        await soonestOfPublicSpecialty(
          world.deps,
          { specialty: 'Pilot', accountSlug },
          { limit: 1 },
        ),
      ).data.map(({ eventTypeId }) => eventTypeId)
    expect(await find('soon')).toEqual([eventType.id])
    expect(await find()).toEqual([])
  })
})

describe('the shared directory', () => {
  test('gets the providers of an account that chooses it, and loses them at once if it leaves', async () => {
    const tenant = await makeTenant(world.deps, 'mover')
    await makeListed(tenant, 'zed', 'zoo')
    await choose(tenant, 'shared')
    expect(await slugsOf({ specialty: 'zoo' })).toEqual([])
    expect(await followPublicDirectory(world.deps, tenant.accountId)).toBe(1)
    expect(await slugsOf({ specialty: 'zoo' })).toEqual(['zed'])
    await choose(tenant, 'own')
    expect(await slugsOf({ specialty: 'zoo' })).toEqual([])
    expect(await followPublicDirectory(world.deps, tenant.accountId)).toBe(1)
    expect(await followPublicDirectory(world.deps, tenant.accountId)).toBe(0)
    expect(await slugsOf({ specialty: 'zoo', accountSlug: 'mover' })).toEqual(['zed'])
    const [item] = await world.items(`PROVIDER#${(await idOf('mover')) ?? ''}`)
    expect(item?.GSI3PK).toBeUndefined()
  })

  test('lists a provider that is listed later, by the setting at that time', async () => {
    const tenant = await makeTenant(world.deps, 'later')
    const { provider } = await makeListed(tenant, 'lin', 'chef')
    unwrap(await updateProvider(world.deps, tenant.caller, provider.id, { listed: false }))
    await choose(tenant, 'shared')
    expect(await followPublicDirectory(world.deps, tenant.accountId)).toBe(0)
    unwrap(await updateProvider(world.deps, tenant.caller, provider.id, { listed: true }))
    expect(await slugsOf({ specialty: 'chef' })).toEqual(['lin'])
    unwrap(await updateProvider(world.deps, tenant.caller, provider.id, { name: 'Lin' }))
    expect(await slugsOf({ specialty: 'chef' })).toEqual(['lin'])
  })

  test('has the providers of accounts from before the setting, until they leave it', async () => {
    const { accountId, caller } = await makeEarlyRapidApiAccount(world.deps, 'old')
    await makeListed({ caller }, 'oli', 'guide')
    expect(await slugsOf({ specialty: 'guide' })).toEqual(['oli'])
    await choose({ caller }, 'own')
    await followPublicDirectory(world.deps, accountId)
    expect(await slugsOf({ specialty: 'guide' })).toEqual([])
    await choose({ caller }, 'shared')
    await followPublicDirectory(world.deps, accountId)
    expect(await slugsOf({ specialty: 'guide' })).toEqual(['oli'])
  })
})

const idOf = async (accountSlug: string) =>
  unwrap(await listDirectory(world.deps, { accountSlug }, { limit: 1 })).data[0]?.provider.id
