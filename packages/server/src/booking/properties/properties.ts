import { isTimeZone, ok, type Result, refuse } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { commitOrConflict } from '../../kernel/transaction.ts'
import { bookingIndexKeys, propertyKey } from '../keys.ts'
import { changedPhotos, type PhotoInput, photosOf } from '../photos/photo.ts'
import { usePhotos } from '../photos/use-photos.ts'
import { type Property, propertyEntity } from './property.ts'

/** The input for a new property. */
export interface PropertyInput {
  readonly name: string
  readonly timeZone: string
  readonly address?: string | undefined
  readonly houseRules?: string | undefined
  /** Minutes of the day. */
  readonly checkInMinute?: number | undefined
  readonly checkOutMinute?: number | undefined
  readonly photos?: readonly PhotoInput[] | undefined
}

/** A change of a property; null removes the address or the rules. */
export interface PropertyChange {
  readonly name?: string | undefined
  readonly timeZone?: string | undefined
  readonly address?: string | null | undefined
  readonly houseRules?: string | null | undefined
  readonly checkInMinute?: number | undefined
  readonly checkOutMinute?: number | undefined
  readonly photos?: readonly PhotoInput[] | undefined
}

type Answer = Result<Property, Refusal>

const CHECK_IN_MINUTE = 15 * 60
const CHECK_OUT_MINUTE = 11 * 60

const unknownZone = (timeZone: string) =>
  invalid('/timeZone', `"${timeZone}" is not an IANA time zone; use a name such as "Europe/Berlin"`)

/** The texts of a property: those that were sent, else those before. Null removes a text. */
function textsOf(
  sent: Pick<PropertyChange, 'address' | 'houseRules'>,
  before: Pick<Property, 'address' | 'houseRules'>,
): Pick<Property, 'address' | 'houseRules'> {
  const { address = before.address, houseRules = before.houseRules } = sent
  return { ...(address != null && { address }), ...(houseRules != null && { houseRules }) }
}

/** Creates a property without units. */
export async function createProperty(
  deps: Dependencies,
  caller: Caller<Property>,
  input: PropertyInput,
): Promise<Answer> {
  if (!isTimeZone(input.timeZone)) return unknownZone(input.timeZone)
  const now = epochSeconds(deps.clock)
  const { photos } = photosOf(input.photos)
  const property: Property = {
    id: deps.ids.next('property', deps.clock.nowEpochMilliseconds()),
    accountId: caller.accountId,
    version: 1,
    actor: caller.actor,
    name: input.name,
    timeZone: input.timeZone,
    ...textsOf(input, {}),
    checkInMinute: input.checkInMinute ?? CHECK_IN_MINUTE,
    checkOutMinute: input.checkOutMinute ?? CHECK_OUT_MINUTE,
    unitIds: [],
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
  return retryOnConflict(`property ${property.id}`, async () => {
    const use = { userId: property.id, before: undefined, after: photos }
    const used = await usePhotos(deps, caller, use)
    if (!used.ok) return used
    const { writes: uses, ...list } = used.value
    const created: Property = { ...property, ...list }
    const writes = { property: propertyEntity.create(created), ...uses }
    return await commitOrConflict(deps, caller, writes, created)
  })
}

/** Reads a property of the account. */
export async function getProperty(
  deps: Pick<Dependencies, 'store'>,
  caller: Pick<Caller, 'accountId'>,
  propertyId: string,
): Promise<Answer> {
  const property = await propertyEntity.read(deps.store, propertyKey(propertyId))
  return property === undefined || property.accountId !== caller.accountId
    ? notFound('property', propertyId)
    : ok(property)
}

/** Lists the properties of the account, the oldest first. */
export const listProperties = (
  deps: Pick<Dependencies, 'store'>,
  caller: Pick<Caller, 'accountId'>,
  page: Page,
): Promise<Listed<Property>> => {
  const partition = bookingIndexKeys.propertiesOfAccount(caller.accountId)
  return listPage(deps.store, { index: 'GSI1', partition }, page, propertyEntity.decode)
}

/** Changes a property. Bookings keep the times that were agreed. */
export async function updateProperty(
  deps: Dependencies,
  caller: Caller<Property>,
  propertyId: string,
  change: PropertyChange,
): Promise<Answer> {
  if (change.timeZone !== undefined && !isTimeZone(change.timeZone)) {
    return unknownZone(change.timeZone)
  }
  return retryOnConflict(`property ${propertyId}`, async () => {
    const found = await getProperty(deps, caller, propertyId)
    if (!found.ok) return found
    const before = found.value
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    const { timeZone = before.timeZone } = change
    if (timeZone !== before.timeZone && before.unitIds.length > 0) {
      return invalid('/timeZone', 'cannot change while the property has units: nights depend on it')
    }
    const { address: _, houseRules: __, photos: oldPhotos, ...rest } = before
    const { photos } = changedPhotos(oldPhotos, change.photos)
    const used = await usePhotos(deps, caller, {
      userId: propertyId,
      before: oldPhotos,
      after: photos,
    })
    if (!used.ok) return used
    const { writes: uses, ...list } = used.value
    const after: Property = {
      ...rest,
      name: change.name ?? before.name,
      timeZone,
      ...textsOf(change, before),
      checkInMinute: change.checkInMinute ?? before.checkInMinute,
      checkOutMinute: change.checkOutMinute ?? before.checkOutMinute,
      ...list,
      version: before.version + 1,
      actor: caller.actor,
      updatedAtEpochSeconds: epochSeconds(deps.clock),
    }
    const writes = { property: propertyEntity.replace(before, after), ...uses }
    return await commitOrConflict(deps, caller, writes, after)
  })
}

/** Deletes a property without units. A unit that is being created replaces the property, so one of the two is refused. */
export async function deleteProperty(
  deps: Dependencies,
  caller: Caller<undefined>,
  propertyId: string,
): Promise<Result<undefined, Refusal>> {
  return retryOnConflict(`property ${propertyId}`, async () => {
    const found = await getProperty(deps, caller, propertyId)
    if (!found.ok) return found
    const { version, unitIds, photos } = found.value
    const stale = versionMismatch(caller, version)
    if (stale) return stale
    if (unitIds.length > 0) return refuse({ code: 'property_in_use', propertyId, unitIds })
    const used = await usePhotos(deps, caller, {
      userId: propertyId,
      before: photos,
      after: undefined,
    })
    if (!used.ok) return used
    const writes = { property: propertyEntity.remove(found.value), ...used.value.writes }
    return await commitOrConflict(deps, caller, writes, undefined)
  })
}
