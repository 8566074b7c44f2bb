import { uploadPhoto } from '../../src/booking/photos/upload-photo.ts'
import { createProperty, type PropertyInput } from '../../src/booking/properties/properties.ts'
import type { Property } from '../../src/booking/properties/property.ts'
import { createRatePlan } from '../../src/booking/rates/rate-plans.ts'
import type { Caller } from '../../src/kernel/caller.ts'
import type { Dependencies } from '../../src/kernel/dependencies.ts'
import { accepted } from './people-world.ts'
import { PLAIN_PHOTOS, plainFile, plainLimits } from './plain-photo-maker.ts'

/** Stores a photo of an account, with sizes that no codec made. */
async function storePhoto(deps: Dependencies, caller: Omit<Caller, 'idempotency'>): Promise<void> {
  const photoMaker = PLAIN_PHOTOS
  accepted(await uploadPhoto({ ...deps, photoMaker }, caller, plainFile('a'), plainLimits()))
}

/** Stores a house with a photo that nothing uses, and a rate plan. */
export async function storeHouse(
  deps: Dependencies,
  caller: Omit<Caller, 'idempotency'>,
  house: PropertyInput,
): Promise<Property> {
  await storePhoto(deps, caller)
  const plan = { name: `${house.name}: plan`, currency: 'EUR', amount: 10_000 }
  accepted(await createRatePlan(deps, caller, plan))
  return accepted(await createProperty(deps, caller, house))
}
