import { isTimeZone } from '@holdfast/engine'
import { z } from 'zod'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { wallTimeText } from '../../kernel/representations.ts'
import { changeRepresentation, RESOURCE_ATTRIBUTES } from '../../kernel/resource.ts'
import { bookingIndexKeys, propertyKey } from '../keys.ts'
import { photosRepresentation, photosSchema } from '../photos/photo.ts'

const propertyAttributes = z.object({
  ...RESOURCE_ATTRIBUTES,
  name: z.string(),
  /** The IANA zone of its dates and times. It does not change while there are units. */
  timeZone: z.string(),
  address: z.exactOptional(z.string()),
  /** What guests are asked to observe. */
  houseRules: z.exactOptional(z.string()),
  /** Minutes of the day from which guests arrive, and until which they leave. */
  checkInMinute: z.int(),
  checkOutMinute: z.int(),
  /** Absent: none. */
  photos: z.exactOptional(photosSchema),
  /**
   * Its units, in the order of their creation. Whoever creates or deletes a unit replaces the property, so a property is
   * never deleted beside a new unit.
   */
  unitIds: z.array(z.string()),
})

/** A house with units that are booked by the night. */
export interface Property extends AttributesOf<typeof propertyAttributes> {
  readonly id: string
}

/** The most units of one property: 32 KB of ids. */
export const UNITS_MAX = 1000

/** The item of a property. `GSI1`: properties of an account. */
export const propertyEntity = defineEntity<Property, 'id'>({
  name: 'property',
  key: ({ id }) => propertyKey(id),
  inKey: { id: ({ PK }) => keyTail(PK) },
  indexes: ({ id, accountId }) => ({
    GSI1: [bookingIndexKeys.propertiesOfAccount(accountId), id],
  }),
  schema: propertyAttributes,
})

/** What is wrong with a stored property. */
export function propertyProblems(property: Property): readonly string[] {
  const { timeZone, unitIds } = property
  return [
    ...(isTimeZone(timeZone) ? [] : [`The time zone "${timeZone}" is unknown.`]),
    ...(new Set(unitIds).size === unitIds.length ? [] : ['A unit is listed twice.']),
  ]
}

/** A property as guests see it in lists. */
export const guestsPropertyRepresentation = (property: Property) => ({
  name: property.name,
  address: property.address ?? null,
  timeZone: property.timeZone,
  checkInTime: wallTimeText(property.checkInMinute),
  checkOutTime: wallTimeText(property.checkOutMinute),
  photos: photosRepresentation(property.photos),
})

/** A property as guests see it when they book. */
export const hostRepresentation = (property: Property) => ({
  ...guestsPropertyRepresentation(property),
  houseRules: property.houseRules ?? null,
})

/** A property in the API. */
export const propertyRepresentation = (property: Property) => ({
  id: property.id,
  version: property.version,
  ...hostRepresentation(property),
  unitIds: property.unitIds,
  ...changeRepresentation(property),
})
