import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { changedFields, listOf, pageQuery } from './lists.ts'
import { houseRules } from './nights.ts'
import { photos, photosInput } from './photos.ts'
import { nameText, proseText } from './text.ts'
import { timeOfDayText, timeZoneText } from './time.ts'

const fields = {
  name: nameText().openapi({
    description: 'The name that guests see.',
    example: 'Guest house by the lake',
  }),
  timeZone: timeZoneText().describe(
    'The time zone of its dates and times, an IANA name. It cannot change while the property has units.',
  ),
  address: proseText().openapi({
    description: 'The postal address.',
    example: 'Seestr. 1, 88131 Lindau',
  }),
  houseRules: proseText().openapi({
    description: 'What guests are asked to observe. Booking pages show it.',
    example: 'No smoking. Quiet hours are from 22:00 to 7:00.',
  }),
  checkInTime: timeOfDayText().openapi({
    description: 'From when guests can arrive. Default: 15:00.',
    example: '15:00',
  }),
  checkOutTime: timeOfDayText().openapi({
    description: 'Until when guests leave. Default: 11:00.',
    example: '11:00',
  }),
  photos: photosInput(),
}

/** `POST /v1/properties`. */
export const PropertyCreate = z
  .strictObject({
    ...fields,
    address: fields.address.optional(),
    houseRules: fields.houseRules.optional(),
    checkInTime: fields.checkInTime.optional(),
    checkOutTime: fields.checkOutTime.optional(),
    photos: fields.photos.optional(),
  })
  .openapi('PropertyCreate', { description: 'A new property.' })

/** `PATCH /v1/properties/{id}`: omitted fields keep their values. Null removes the address or the rules. */
export const PropertyPatch = z
  .strictObject({
    ...fields,
    address: fields.address.nullable().describe('The postal address. Null removes it.'),
    houseRules: fields.houseRules
      .nullable()
      .describe('What guests are asked to observe. Null removes it.'),
  })
  .partial()
  .openapi('PropertyPatch', {
    description: 'Changes to a property. Omitted fields keep their values.',
  })

/** A house with units that are booked by the night. */
export const Property = z
  .object({
    id: resourceId('property'),
    name: z
      .string()
      .openapi({ description: 'The name that guests see.', example: 'Guest house by the lake' }),
    timeZone: z.string().openapi({
      description: 'The time zone of its dates and times.',
      example: 'Europe/Berlin',
    }),
    address: z.string().nullable().openapi({
      description: 'The postal address. Null if there is none.',
      example: 'Seestr. 1, 88131 Lindau',
    }),
    houseRules: houseRules(),
    checkInTime: z
      .string()
      .openapi({ description: 'From when guests can arrive.', example: '15:00' }),
    checkOutTime: z.string().openapi({ description: 'Until when guests leave.', example: '11:00' }),
    photos: photos(),
    unitIds: z.array(resourceId('provider')).describe('Its units, in the order of their creation.'),
    ...changedFields,
  })
  .openapi('Property', { description: 'A house with units that are booked by the night.' })

/** `GET /v1/properties`. */
export const PropertyListQuery = z.strictObject(pageQuery)

/** `GET /v1/properties`. */
export const PropertyList = listOf(Property, 'PropertyList')

export type PropertyCreate = z.infer<typeof PropertyCreate>
export type PropertyPatch = z.infer<typeof PropertyPatch>
export type Property = z.infer<typeof Property>
